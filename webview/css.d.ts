/** Style sheets are imported for esbuild, which bundles them beside the script. */
declare module "*.css";

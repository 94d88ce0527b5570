/** esbuild bundles imported style sheets beside the script. */
declare module "*.css";

/** Sites of a thread that can be counted; later ones are left as they are. */
export const mostSites = 65_535;

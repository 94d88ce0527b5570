/** Icons on a 16 × 16 grid, drawn in the text's colour. */
const paths = {
  flame:
    "M8.6 1.2c.3 2-.6 3-1.6 4.2C5.8 6.8 4 8.300 4 10.600 4 13.100 5.800 15 8 15s4-1.800 4-4.200c0-1.500-.6-2.700-1.400-3.800-.2.800-.6 1.400-1.200 1.800.4-2.700.3-5.600-.8-7.600Z",
  play: "M4.500 2.800v10.400L13 8 4.500 2.800Z",
  stop: "M4 4h8v8H4V4Z",
  record: "M8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  back: "m7.200 3.200.9.900L4.800 7.400h8.700v1.200H4.800l3.300 3.300-.9.900L2.400 8l4.800-4.800Z",
  arrow: "m8.800 3.200-.9.900L11.200 7.400H2.500v1.200h8.700l-3.300 3.300.9.900L13.600 8 8.800 3.200Z",
  restart: "M8 3a5 5 0 1 0 5 5h-1.200A3.800 3.800 0 1 1 8 4.200V6.500L11.500 3.600 8 .7V3Z",
  compare: "M3 3h4v1.200H4.200v7.600H7V13H3V3Zm6 0h4v10H9v-1.200h2.800V4.200H9V3ZM7.400 1.500h1.200v13H7.400v-13Z",
  add: "M7.400 3v4.400H3v1.200h4.400V13h1.200V8.600H13V7.400H8.600V3H7.400Z",
  remove: "m4.200 3.400-.8.800L7.200 8l-3.800 3.800.8.800L8 8.800l3.800 3.800.8-.8L8.800 8l3.800-3.800-.8-.8L8 7.200 4.200 3.400Z",
  minus: "M3 7.400h10v1.200H3V7.400Z",
  whole: "M2 3h4v1.200H3.200V7H2V3Zm8 0h4v4h-1.200V4.200H10V3ZM2 9h1.200v2.800H6V13H2V9Zm10.800 0H14v4h-4v-1.200h2.800V9Z",
  chevron: "m8 10.800-4.600-4.600.9-.9L8 9l3.700-3.700.9.900L8 10.800Z",
  fit: "M2 3h1.200v10H2V3Zm10.800 0H14v10h-1.200V3ZM6.500 5.200v2.200h3V5.200L12 8l-2.500 2.800V8.600h-3v2.200L4 8l2.500-2.800Z",
  list: "M2 3.400h2v1.200H2V3.400Zm4 0h8v1.200H6V3.400Zm-4 4h2v1.200H2V7.400Zm4 0h8v1.200H6V7.400Zm-4 4h2v1.200H2v-1.200Zm4 0h8v1.200H6v-1.200Z",
  key: "M5.500 4a3.500 3.500 0 0 1 3.400 2.700H15v1.600h-1.500v2.200h-1.600V8.300h-3A3.500 3.500 0 1 1 5.500 4Zm0 1.600a1.900 1.900 0 1 0 0 3.800 1.900 1.900 0 0 0 0-3.800Z",
  import: "M7.400 2v6.300L5.100 6l-.8.800L8 10.500l3.700-3.700-.8-.8-2.300 2.300V2H7.400ZM3 12v1.500h10V12H3Z",
  save: "M3 3h8l2 2v8H3V3Zm1 1v8h8V5.400L10.600 4H10v3H5V4H4Zm2 0v2h3V4H6Z",
} as const;

export type Icon = keyof typeof paths;

export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const attributes = { viewBox: "0 0 16 16", width: "16", height: "16", "aria-hidden": "true", fill: "currentColor" };
  for (const [attribute, value] of Object.entries(attributes)) svg.setAttribute(attribute, value);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

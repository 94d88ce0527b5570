/** The formats that a run can be exported to. */
export const exportFormats = ["cpuprofile", "collapsed", "speedscope", "pprof", "svg", "html", "markdown"] as const;
/** The formats that a comparison of two runs can be exported to. */
export const comparisonFormats = ["svg", "html"] as const;
/** Formats that people read: they leave out what a filter hides. */
export const filterableFormats = ["svg", "html", "markdown"] as const;
export type ComparisonFormat = (typeof comparisonFormats)[number];
export type ExportFormat = (typeof exportFormats)[number];

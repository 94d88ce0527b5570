/** The formats that a run can be exported to. */
export const exportFormats = ["cpuprofile", "collapsed", "speedscope", "pprof", "svg", "html", "markdown"] as const;
/** Those of two runs. */
export const comparisonFormats = ["svg", "html"] as const;
/** Those that people read, from which a filter leaves out what it hides. */
export const filterableFormats = ["svg", "html", "markdown"] as const;
export type ComparisonFormat = (typeof comparisonFormats)[number];
export type ExportFormat = (typeof exportFormats)[number];

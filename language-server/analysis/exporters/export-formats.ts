/** The formats that a run can be exported to. */
export const exportFormats = ["cpuprofile", "collapsed", "speedscope", "pprof", "svg", "markdown"] as const;
export type ExportFormat = (typeof exportFormats)[number];

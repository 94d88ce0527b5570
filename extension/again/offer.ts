/** What *Measure Again* offers after an edit: the button, and what a press does. */
export interface AgainOffer {
  readonly label: string;
  /** `slow.js was saved since this run.` */
  readonly about: string;
  /** What a press does, and what is left to the user. */
  readonly help: string;
}

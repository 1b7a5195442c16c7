/** Something of what a former customer has that needs a hand. */
export type AdoptNote = {
  readonly path: string;
  /** From 1; 0 where it is about the file as a whole. */
  readonly line: number;
  readonly reason: string;
  readonly remedy: string;
  /** What would decide differently for it. */
  readonly about?: 'score';
  /** Whether it is left out of what was adopted; otherwise it is in it, and is to be looked at. */
  readonly isLost?: true;
};

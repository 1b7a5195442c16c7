import type { CaseDecision } from '@redoubt/domain';

/**
 * Letters of the page: send back, escalate, `g` before a page, hold, JSON, links, map, notes, person (assign), queue (move),
 * start, text, block until, masks (view), extend, history, undo.
 */
const OF_THE_PAGE = new Set('beghjlmnpqstuvxyz');

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

type Named = Pick<CaseDecision, 'name' | 'caseAction'>;

/**
 * The letter of each decision, in their order: `a` is the first that approves, `r` the first that rejects, every other
 * gets the first free letter of its name, else of the alphabet. Configured decisions thus keep their keys while their
 * order and names stay.
 */
export const decisionKeys = (decisions: readonly Named[]): readonly (string | undefined)[] => {
  const approves = decisions.findIndex(({ caseAction }) => caseAction === 'Approve');
  const rejects = decisions.findIndex(({ caseAction }) => caseAction === 'Reject');
  const taken = new Set(OF_THE_PAGE);
  if (approves >= 0) taken.add('a');
  if (rejects >= 0) taken.add('r');
  return decisions.map(({ name }, at) => {
    if (at === approves) return 'a';
    if (at === rejects) return 'r';
    const letter = [...name.toLowerCase(), ...LETTERS].find((each) => LETTERS.includes(each) && !taken.has(each));
    if (letter !== undefined) taken.add(letter);
    return letter;
  });
};

/** The digit of a reason by its place: `1` to `9`, then `0`; none beyond ten. */
export const reasonKey = (at: number): string | undefined => (at < 9 ? String(at + 1) : at === 9 ? '0' : undefined);

import { invariant } from '@redoubt/kernel';
import type { Slot } from '../check/checked.ts';

/** Whether a key can be asked of any object or array and only ever answer with a member of the event. */
const isPlain = (key: string): boolean => !(key in Array.prototype) && !/^\d+$/.test(key);

/** Code that follows a path as it is spelled, leaving what it cannot find to the general way. */
const shortWay = ({ steps }: Slot, found: (value: string) => string): string => {
  const keys = steps.map((step) => (step.kind === 'key' && isPlain(step.key) ? step.key : null));
  if (keys.length === 0 || keys.includes(null)) return '';
  const last = keys.length - 1;
  const opened = keys.map((key, at) => {
    const read = `x=x[${JSON.stringify(key)}];`;
    return at === last
      ? `${read}if(x!==undefined&&x!==null)${found('x')};`
      : `${read}if(typeof x==="object"&&x!==null){`;
  });
  return `let x=T.context.payload;${opened.join('')}${'}'.repeat(last)}`;
};

/** The function that reads a slot: the run is asked only the first time, and the event searched only where it must be. */
export const emitSlot = (slot: Slot, index: number): string => {
  invariant(Number.isInteger(index), 'Slots are numbers.');
  const known = `const q=T.slots[${index}];if(q!==undefined)return q;`;
  return `function s${index}(T){${known}${shortWay(slot, (value) => `return T.slots[${index}]=${value}`)}return T.read(${index})}`;
};

/** The function that reads a slot as a date. */
export const emitDateSlot = (slot: number): string =>
  `function d${slot}(T){const x=s${slot}(T);return T.dates[${slot}]??(T.dates[${slot}]=date(x))}`;

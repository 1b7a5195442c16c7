import { dataProblem } from '../errors/data-problem.ts';
import type { BodyProblem } from '../events/body-shape.ts';
import { kindFacts } from '../events/event-kinds.ts';
import { shapeEvent } from '../events/shape-event.ts';
import { listOfSet, DATA_SETS, type EventDataSet } from './data-sets.ts';

/**
 * Brings the event of a line into the spelling of the platform, in place, and lists what is wrong with it. A line that stands in a
 * list of an event is judged by its id and its item alone.
 */
export const shapeLine = (dataSet: EventDataSet, body: object): readonly BodyProblem[] => {
  const { kind } = DATA_SETS[dataSet];
  const problems = shapeEvent(kind, body);
  const list = listOfSet(dataSet);
  if (list === null) return problems;
  if (!Object.hasOwn(body, list))
    return [{ path: `$.${list}`, message: 'is required', missing: true, coded: dataProblem('valueMissing') }];
  return problems.filter(({ path }) => path === `$.${kindFacts(kind).id}` || path.startsWith(`$.${list}`));
};

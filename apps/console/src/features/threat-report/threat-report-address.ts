import { oneOf, textsOf, type RawSearch } from '../../routes/address.ts';

/** What values are counted of: all events, or those that are fraud. */
export const MEASURES = ['events', 'fraud'] as const;
export type ThreatMeasure = (typeof MEASURES)[number];

const textsIn = textsOf('as', 'by', 'of', 'where', 'list');

export const threatAddress = (search: RawSearch) => {
  const texts = textsIn(search);
  return {
    /** Charts as tables. */
    as: oneOf(['table'], texts.as),
    /** The field whose values are shown. */
    by: texts.by,
    of: oneOf(MEASURES, texts.of) ?? 'events',
    /** Values that events have: pairs of a field and a value, written as JSON. */
    where: texts.where,
    /** The value that is being put into a list. */
    list: texts.list,
  };
};

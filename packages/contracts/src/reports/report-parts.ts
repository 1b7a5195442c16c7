import {
  isFieldDimension,
  MAX_REPORT_FILTERS,
  REPORT_COMPARISONS,
  REPORT_STEPS,
  type FieldDimension,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, guid, instant } from '../common.ts';

const MAX_VALUES = 200;
const MAX_VALUE_CHARACTERS = 300;
const MAX_FIELD_CHARACTERS = 210;

/** What is counted and summed, of the measures asked for. */
export const reportFigure = <Measure extends string>(measures: readonly [Measure, ...Measure[]]) => {
  const figures = z.partialRecord(z.enum(measures), z.number());
  return z.strictObject({
    counts: figures,
    /** By currency, in whole units of it; of events that have none nothing is summed. */
    amounts: z.record(z.string(), figures),
  });
};

/** Figures of what shares a value, by bar. */
export const figureSeries = <Figure extends z.ZodType>(figure: Figure) =>
  z.strictObject({
    /** As filters name it, the empty text for none; null of all together. */
    value: z.string().nullable(),
    total: figure,
    /** One for each bar of the answer. */
    bars: z.array(figure),
    /** What it is compared with, moved into the same bars; null where nothing was asked. */
    before: z.strictObject({ total: figure, bars: z.array(figure) }).nullable(),
  });

/** What every report says of itself. */
export const reportFrame = {
  asOf: instant,
  /** Where bars begin, in UTC; the first may begin before the period and the last end after it. */
  bars: z.array(instant),
  /** Environments counted: this one, and its descendants where asked. */
  environmentIds: z.array(guid),
  /** The share of fraud labels that should have arrived by now; null where too few have arrived in 180 days to say. */
  maturity: z
    .strictObject({
      /** Labels that it rests on. */
      labels: z.number().int(),
      /** Of the period, weighed by its events; null where there are none. */
      share: z.number().nullable(),
      bars: z.array(z.number()),
    })
    .nullable(),
};

/** First and last day of events, in UTC. */
export const reportDays = { from: z.iso.date(), to: z.iso.date() };

/** What a report that is kept by the day is asked, besides its filters. */
export const dayQuestion = {
  assessment: assessmentName,
  ...reportDays,
  step: z.enum(REPORT_STEPS).exclude(['hour']).default('day'),
  compare: z.enum(REPORT_COMPARISONS).default('none'),
  includeChildren: z.boolean().default(true),
};

const filtersBy = <Dimension extends z.ZodType<string>>(dimension: Dimension) =>
  z
    .array(
      z.strictObject({
        dimension,
        /** Several mean any of them; the empty text means none. */
        values: z.array(z.string().max(MAX_VALUE_CHARACTERS)).min(1).max(MAX_VALUES),
      }),
    )
    .max(MAX_REPORT_FILTERS)
    .default([]);

/** A report field, such as `field:ipCountry`: `reports.fields` names those of an assessment. */
export const fieldDimension = z
  .string()
  .max(MAX_FIELD_CHARACTERS)
  .refine((dimension): dimension is FieldDimension => isFieldDimension(dimension));

/** Which events count, by dimensions of the report. */
export const reportFilters = <Dimension extends string>(dimensions: readonly [Dimension, ...Dimension[]]) =>
  filtersBy(z.enum(dimensions));

/** The same, and by report fields. */
export const fieldFilters = <Dimension extends string>(dimensions: readonly [Dimension, ...Dimension[]]) =>
  filtersBy(z.union([z.enum(dimensions), fieldDimension]));

import { describe, expect, it } from 'vitest';
import type { CustomField } from '../assessments/definition.ts';
import { MAX_OWN_OBSERVATION_FIELDS, reportChoiceProblems, reportedObservationFields } from './observation-fields.ts';

const field = (path: string, type: CustomField['type'] = 'string'): CustomField => ({
  path,
  friendlyName: '',
  type,
  sample: null,
  required: false,
  searchable: false,
});
const pathsOf = (fields: readonly CustomField[]) => fields.map(({ path }) => path);
const MANY = Array.from({ length: MAX_OWN_OBSERVATION_FIELDS + 2 }, (_, at) => field(`field${at}`));

describe('own fields of the report of observations', () => {
  it('are the first ones that can be counted, until fields are chosen', () => {
    const fields = [field('weight', 'double'), field('mail', 'email'), field('status'), ...MANY];
    expect(pathsOf(reportedObservationFields('observation', { fields }))).toEqual(pathsOf(MANY.slice(0, -2)));
    const chosen = { fields, reportFields: ['field9', 'field0', 'weight'] };
    expect(pathsOf(reportedObservationFields('observation', chosen))).toEqual(['field0', 'field9']);
    expect(reportedObservationFields('observation', { fields, reportFields: [] })).toEqual([]);
  });

  it('of a label are those that labels of the product do not have', () => {
    const fields = [field('status'), field('processor')];
    expect(pathsOf(reportedObservationFields('label', { fields }))).toEqual(['status']);
  });

  it('are refused where they cannot be counted, each at its place, and beyond the most', () => {
    const fields = [field('tone'), field('weight', 'double'), ...MANY];
    const choice = { fields, reportFields: ['tone', 'weight', 'gone'] };
    expect(reportChoiceProblems('observation', choice)).toEqual([
      { path: 'reportFields[1]', code: 'reportField', name: 'weight' },
      { path: 'reportFields[2]', code: 'reportField', name: 'gone' },
    ]);
    expect(reportChoiceProblems('label', { fields, reportFields: pathsOf(MANY) }, 'label.reportFields')).toEqual([
      { path: 'label.reportFields', code: 'reportFieldCount', name: '' },
    ]);
    expect(reportChoiceProblems('label', { fields })).toEqual([]);
  });
});

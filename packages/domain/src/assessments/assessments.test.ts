import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  definedKindCode,
  definedKindOfCode,
  isDefinedAssessment,
  isDefinedKind,
  MAX_DEFINED_ASSESSMENTS,
  MAX_OBSERVATIONS,
  type DefinedKind,
} from '../events/defined-kinds.ts';
import type { CustomField, FieldType } from './definition.ts';
import { definedApiNameProblem, fieldProblems, linkableProblems } from './definition-problems.ts';
import { linkablePaths, MAX_LINKABLE_FIELDS } from './own-values.ts';
import { proposeFields } from './propose-fields.ts';
import { SECTIONS } from './sections.ts';

describe('kinds of defined assessments', () => {
  it('have a number each that fits the columns of tables, and are found by it again', () => {
    const number = fc.integer({ min: 1, max: MAX_DEFINED_ASSESSMENTS });
    const kind = fc.oneof(
      fc.tuple(fc.constantFrom('assessment', 'legacy', 'label'), number).map((parts) => parts.join('-')),
      fc.tuple(number, fc.integer({ min: 1, max: MAX_OBSERVATIONS })).map((parts) => `observation-${parts.join('-')}`),
    );
    fc.assert(
      fc.property(kind, (each) => {
        const code = definedKindCode(each as DefinedKind);
        expect(code).toBeGreaterThan(10_000);
        expect(code).toBeLessThan(32_768);
        expect(definedKindOfCode(code)).toBe(each);
      }),
    );
  });

  it.each(['assessment-0', 'assessment-701', 'assessment-01', 'observation-1-30', 'purchase', 'label-', ' label-1'])(
    'are not %j',
    (kind) => {
      expect(isDefinedKind(kind)).toBe(false);
    },
  );

  it('are assessments where rules decide about them', () => {
    expect(['assessment-7', 'legacy-7', 'label-7', 'observation-7-1'].map(isDefinedAssessment)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

const field = (path: string, type: FieldType = 'string', sample: CustomField['sample'] = null): CustomField => ({
  path,
  friendlyName: '',
  type,
  sample,
  required: false,
  searchable: false,
});

describe('fields of the customer’s own', () => {
  const codes = (...fields: CustomField[]) => fieldProblems(fields, SECTIONS.user).map(({ code }) => code);

  it('stand beside those of the product and inside its objects', () => {
    expect(codes(field('review.stars', 'integer', 4), field('review.text'), field('user.tier'))).toEqual([]);
  });

  it.each([
    ['a name an object cannot have', field('__proto__.x'), 'fieldReserved'],
    ['a field of the product', field('USER.ID'), 'fieldReserved'],
    ['a place inside a text', field('user.id.part'), 'fieldReserved'],
    ['a part of the metadata', field('metadata.more'), 'fieldReserved'],
    ['blanks', field('two words'), 'fieldName'],
    ['an example of another type', field('stars', 'integer', 'four'), 'fieldSample'],
  ])('are not %s', (_what, wrong, code) => {
    expect(codes(wrong)).toEqual([code]);
  });

  it('are compared ignoring case, and none stands inside another', () => {
    expect(codes(field('a'), field('A'))).toEqual(['fieldTaken']);
    expect(codes(field('a', 'object'), field('a.b'))).toEqual(['fieldTaken']);
  });
});

describe('linkable fields', () => {
  const on = { search: true };
  const marked = (path: string, type: FieldType = 'string', searchable = true): CustomField => ({
    ...field(path, type),
    searchable,
    linkable: true,
  });
  const codes = (fields: readonly CustomField[], features: { search: boolean } | null = on) =>
    linkableProblems(fields, features).map(({ path, code }) => `${path} ${code}`);

  it('are searchable texts of the events themselves', () => {
    expect(codes([field('a'), marked('card'), marked('mail', 'email'), marked('ip', 'ipAddress')])).toEqual([]);
    for (const type of ['integer', 'double', 'boolean', 'datetime', 'array', 'object'] as const)
      expect(codes([marked('card', type)])).toEqual(['fields[0].linkable linkableType']);
    expect(codes([marked('card', 'string', false)])).toEqual(['fields[0].linkable linkableSearch']);
    expect(codes([marked('card')], { search: false })).toEqual(['fields[0].linkable linkableSearch']);
    expect(codes([marked('card')], null)).toEqual(['fields[0].linkable linkableEvent']);
  });

  it('are so many of an assessment and no more', () => {
    const many = Array.from({ length: MAX_LINKABLE_FIELDS + 1 }, (_, at) => marked(`f${at}`));
    expect(codes(many)).toEqual([`fields[${MAX_LINKABLE_FIELDS}].linkable linkableCount`]);
  });

  it('are none while the search of the assessment is off', () => {
    const features = { caseManagement: false, search: true, reporting: false };
    const fields = [marked('card'), field('other'), marked('stars', 'integer')];
    expect(linkablePaths({ features, fields })).toEqual(['card']);
    expect(linkablePaths({ features: { ...features, search: false }, fields })).toEqual([]);
  });
});

describe('API names', () => {
  it.each(['PointsRedemption', 'points-2', 'a_b'])('can be %s', (name) => {
    expect(definedApiNameProblem(name, ['Other'])).toBeNull();
  });
  it.each(['Purchase', 'accountlogin', 'label', 'two words', 'assessment-7', 'OTHER', ''])('cannot be %j', (name) => {
    expect(definedApiNameProblem(name, ['Other', 'accountlogin'])).toBe('apiName');
  });
});

describe('fields proposed from traffic', () => {
  it('have the type that every value fits, an example, and how many bodies had them', () => {
    const fields = proposeFields([
      { stars: 4, price: 1, at: '2026-03-14T10:22:31Z', user: { mail: 'a@b.example' }, tags: ['x'], odd: 1 },
      { stars: 5, price: 1.5, at: 'soon', user: { mail: null }, odd: 'one', 'not a name': 1 },
    ]);
    expect(fields).toEqual([
      { path: 'stars', type: 'integer', sample: 4, count: 2 },
      { path: 'price', type: 'double', sample: 1, count: 2 },
      { path: 'at', type: 'string', sample: '2026-03-14T10:22:31Z', count: 2 },
      { path: 'user.mail', type: 'email', sample: 'a@b.example', count: 1 },
      { path: 'tags', type: 'array', sample: ['x'], count: 1 },
    ]);
  });
});

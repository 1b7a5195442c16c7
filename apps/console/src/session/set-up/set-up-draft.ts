import type { SetUp, SetUpRequest } from '@redoubt/contracts';
import { MAX_ENVIRONMENT_NAME } from '@redoubt/domain';
import { keptField } from './set-up-storage.ts';

/** The steps of set-up, in their order. */
export const SET_UP_STEPS = ['statement', 'organisation', 'environments', 'administrators', 'review'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

/** What is typed before the tenant exists; kept by this browser tab. */
export type SetUpDraft = {
  readonly step: SetUpStep;
  /** The version of the statement that was accepted; null before that. */
  readonly textVersion: string | null;
  readonly organisation: SetUpRequest['organisation'];
  readonly environments: {
    readonly roots: SetUpRequest['environments']['roots'];
    /** Empty where each currency stays by itself. */
    readonly currency: string;
  };
  /** Sign-in names, one per line. */
  readonly administrators: string;
};

/** A name an environment can have, from that of the organisation. */
const environmentNameOf = (tenantName: string): string =>
  tenantName
    .replaceAll(/[^\p{L}\p{M}\p{N}_ ]+/gu, ' ')
    .trim()
    .slice(0, MAX_ENVIRONMENT_NAME)
    .trim() || 'Production';

const firstGeography = (geographies: SetUp['geographies']): string => {
  const kept = keptField('geography');
  if (geographies.some(({ code }) => code === kept)) return kept;
  return geographies.length === 1 ? (geographies[0]?.code ?? '') : '';
};

/** What the steps begin with. The place of the data is chosen, never assumed, where there are several. */
export const newDraft = (tenantName: string, { geographies }: SetUp): SetUpDraft => ({
  step: 'statement',
  textVersion: null,
  organisation: {
    tenantName,
    edition: 'Standard',
    geography: firstGeography(geographies),
    promotionCode: keptField('promotionCode'),
    offerId: keptField('offerId'),
  },
  environments: { roots: [{ name: environmentNameOf(tenantName), kind: 'Production' }], currency: '' },
  administrators: '',
});

export const isSetUpDraft = (value: unknown): value is SetUpDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const { step, organisation, environments, administrators } = value as Partial<SetUpDraft>;
  return (
    SET_UP_STEPS.some((known) => known === step) &&
    typeof organisation?.tenantName === 'string' &&
    Array.isArray(environments?.roots) &&
    typeof administrators === 'string'
  );
};

/** The sign-in names of lines, each once. */
export const usernamesOf = (lines: string): readonly string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The body of the last step. */
export const requestOf = (
  { organisation, environments, administrators }: SetUpDraft,
  textVersion: string,
): SetUpRequest => ({
  statement: { textVersion, accepted: true },
  organisation,
  environments: { roots: environments.roots, currency: environments.currency === '' ? null : environments.currency },
  administrators: { people: usernamesOf(administrators).map((username) => ({ username, name: '' })) },
});

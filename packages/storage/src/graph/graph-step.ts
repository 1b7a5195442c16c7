import {
  isAssessmentSubject,
  MAX_SEARCH_TEXT,
  pathOfAttribute,
  type Decision,
  type EntityKind,
  type LoggedAssessmentKind,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { EventHead } from '../log/batch-writer.ts';
import type { PurchaseFacts, RelatedFacts } from '../log/log-event.ts';
import { linkValue } from '../projections/search/links.ts';
import { verdictOf } from '../projections/related-merge.ts';

/** Values of an event that link it with others, by kind; each as it is compared. */
export type GraphValues = {
  readonly user: readonly string[];
  readonly device: readonly string[];
  readonly payment: readonly string[];
  readonly email: readonly string[];
  readonly phone: readonly string[];
  readonly address: readonly string[];
  readonly ip: readonly string[];
  readonly product: readonly string[];
  /** Searchable texts of the customer's own, by path in lower case; absent where there are none. */
  readonly own?: Readonly<Record<string, readonly string[]>>;
  /** Values of linkable attributes, by name in lower case: `points.agent.card`; absent where there are none. */
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
};
type Kind = Exclude<keyof GraphValues, 'own' | 'attributes'>;

type Where = { readonly tenantId: Id; readonly environmentId: Id };
type Which = { readonly kind: LoggedAssessmentKind; readonly eventId: string };

/** What an event of the log does to the graph: it holds values, or says whether another one, or a value itself, was fraud. */
export type GraphStep = Where &
  (
    | (Which & {
        readonly does: 'link';
        readonly eventTimeMs: number;
        readonly decision: Decision;
        readonly values: GraphValues;
      })
    | (Which & { readonly does: 'mark'; readonly sign: 'label' | 'chargeback'; readonly isFraud: boolean })
    | {
        readonly does: 'label';
        readonly of: Kind;
        /** As it is compared. */
        readonly value: string;
        readonly eventTimeMs: number;
        readonly isFraud: boolean;
      }
  );

/** Kinds of values that labels may name themselves. */
const LABELLED: Readonly<Record<EntityKind, Kind>> = {
  account: 'user',
  paymentInstrument: 'payment',
  email: 'email',
};

const some = (value: string | null): readonly string[] => (value === null ? [] : [value]);

/** How a value of a kind is compared; empty where there is nothing to compare. */
export const graphValue = (kind: Kind, raw: string): string => {
  if (kind === 'email') return linkValue('email', raw) ?? '';
  if (kind === 'phone') return raw.replace(/[^\d+]/g, '').replace(/^00/, '+');
  if (kind !== 'address') return raw.trim();
  return raw
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
};

/** How a text of the customer's own is compared: as search keeps it, without letter case. */
export const ownGraphValue = (raw: string): string => raw.trim().slice(0, MAX_SEARCH_TEXT).toLowerCase();

const ownOf = ({ own }: PurchaseFacts): Pick<GraphValues, 'own'> => {
  const texts = Object.entries(own ?? {}).flatMap(([path, values]) => {
    const found = values
      .flatMap((value) => (typeof value === 'string' ? ownGraphValue(value) : []))
      .filter((text) => text !== '');
    return found.length === 0 ? [] : [[path.toLowerCase(), found] as const];
  });
  return texts.length === 0 ? {} : { own: Object.fromEntries(texts) };
};

/** A text that search cut short might be another one's beginning: it links nothing. */
const attributesOf = ({ own = {}, linkable = [] }: PurchaseFacts): Pick<GraphValues, 'attributes'> => {
  const found = linkable.flatMap((name) => {
    const values = (own[pathOfAttribute(name)] ?? []).flatMap((value) => {
      const text = typeof value === 'string' && value.length < MAX_SEARCH_TEXT ? ownGraphValue(value) : '';
      return text === '' ? [] : [text];
    });
    return values.length === 0 ? [] : [[name.toLowerCase(), values] as const];
  });
  return found.length === 0 ? {} : { attributes: Object.fromEntries(found) };
};

const valuesOf = (facts: PurchaseFacts): GraphValues => {
  const compared = (kind: Kind, raw: readonly string[] = []): readonly string[] =>
    raw.map((one) => graphValue(kind, one)).filter((one) => one !== '');
  return {
    user: compared('user', some(facts.userId)),
    device: compared('device', some(facts.deviceId)),
    payment: compared('payment', facts.paymentInstrumentIds),
    email: compared('email', some(facts.email)),
    phone: compared('phone', facts.shared?.phones),
    address: compared('address', facts.shared?.addresses),
    ip: compared('ip', some(facts.ipAddress)),
    product: compared('product', facts.shared?.products),
    ...ownOf(facts),
    ...attributesOf(facts),
  };
};

const markOf = (
  kind: string,
  facts: RelatedFacts,
): Pick<GraphStep & { does: 'mark' }, 'sign' | 'isFraud'> | undefined => {
  if (kind === 'chargeback') return { sign: 'chargeback', isFraud: facts.body.status !== 'Reversed' };
  const isLabel = facts.body.labelState !== undefined || facts.body.isFraud !== undefined;
  return isLabel ? { sign: 'label', isFraud: verdictOf(facts.body) === 'Fraud' } : undefined;
};

/** Undefined for an event that says nothing of the kind, and for one that a person was erased from. */
export const graphStepOf = ({
  tenantId,
  environmentId,
  eventId,
  eventTimeMs,
  ...event
}: EventHead): GraphStep | undefined => {
  if (event.facts.erased) return undefined;
  const where = { tenantId, environmentId };
  if ('subject' in event.facts) {
    const { subject } = event.facts;
    const mark = markOf(event.kind, event.facts);
    if (subject === null || mark === undefined) return undefined;
    if (isAssessmentSubject(subject.kind))
      return { ...where, kind: subject.kind, eventId: subject.id, does: 'mark', ...mark };
    const of = LABELLED[subject.kind];
    const value = graphValue(of, subject.id);
    return value === '' ? undefined : { ...where, does: 'label', of, value, eventTimeMs, isFraud: mark.isFraud };
  }
  const { decision } = event.facts;
  const kind = event.kind as LoggedAssessmentKind;
  return { ...where, kind, eventId, does: 'link', eventTimeMs, decision, values: valuesOf(event.facts) };
};

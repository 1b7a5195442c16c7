import type { FqlType } from '../types.ts';
import { define, type FunctionSpec, parameter, type Parameter } from './spec.ts';

/** Kinds of values that events hold; who shares a product or an IP address is only counted. */
export const GRAPH_KINDS = ['user', 'device', 'payment', 'email', 'phone', 'address', 'product', 'ip'] as const;
export type StandardGraphKind = (typeof GRAPH_KINDS)[number];

/** A searchable text of a customer's own, by its path in lower case: `own:booking.hotel`. */
export type OwnGraphKind = `own:${string}`;
/** A linkable attribute, by the API name of its assessment and its path in lower case: `attribute:points.agent.card`. */
export type AttributeGraphKind = `attribute:${string}`;
export type GraphKind = StandardGraphKind | OwnGraphKind | AttributeGraphKind;

export const isStandardGraphKind = (kind: string): kind is StandardGraphKind =>
  GRAPH_KINDS.some((each) => each === kind);

const ATTRIBUTE = 'attribute:';
/** @param name API name and path. */
export const attributeGraphKind = (name: string): AttributeGraphKind => `${ATTRIBUTE}${name.toLowerCase()}`;

export const isAttributeGraphKind = (kind: string): kind is AttributeGraphKind =>
  kind.startsWith(ATTRIBUTE) && kind.length > ATTRIBUTE.length;

const OWN = 'own:';
export const ownGraphKind = (path: string): OwnGraphKind => `${OWN}${path.toLowerCase()}`;

export const isOwnGraphKind = (kind: string): kind is OwnGraphKind => kind.startsWith(OWN) && kind.length > OWN.length;

/** A kind in any letter case; undefined where there is none of the name. Any path may be that of a customer's own. */
export const graphKindNamed = (name: string): GraphKind | undefined => {
  const wanted = name.trim().toLowerCase();
  const isKind = isStandardGraphKind(wanted) || isOwnGraphKind(wanted) || isAttributeGraphKind(wanted);
  return isKind ? wanted : undefined;
};

const kind = parameter('kind', 'String', 'graphKind');
const value = parameter('value', 'String');
const days = parameter('days', 'Int32');

const graph = (
  name: string,
  about: readonly Parameter[],
  result: FqlType,
  summary: string,
  edge: string,
): FunctionSpec =>
  define(
    'static',
    'enrichment',
    'Graph',
    name,
    [kind, value, ...about, days, parameter('ifUnknown', result)],
    result,
    summary,
    { edge, usesRun: true, needs: 'graph' },
  );

/** Who shared what with whom before this event (`docs/language/graph.md`). */
export const GRAPH_FUNCTIONS: readonly FunctionSpec[] = [
  graph(
    'Neighbours',
    [parameter('neighbourKind', 'String', 'graphKind')],
    'Int32',
    'How many different values of a kind came in events together with a value, in the last days.',
    'Counted up to 250. Empty value or not known: ifUnknown.',
  ),
  graph(
    'HopsToFraud',
    [],
    'Int32',
    'Steps from a value over shared values to one of a confirmed fraud in the last days; 0 is the value itself.',
    'None within 3 steps: 4. Empty value or not known: ifUnknown.',
  ),
  graph(
    'ComponentSize',
    [],
    'Int32',
    'How many values are linked to a value over any number of steps in the last days, with itself.',
    'Counted up to 250; a value never seen: 0. Empty value or not known: ifUnknown.',
  ),
  graph(
    'FraudShare',
    [],
    'Double',
    'Share from 0 to 1 of the values linked to a value that came in a confirmed fraud in the last days.',
    'A value never seen: 0. Empty value, more than 250 values or not known: ifUnknown.',
  ),
];

import { isDefinedAssessment, isDefinedKind, type DefinedAssessmentKind } from '../events/defined-kinds.ts';
import type { EventKind } from '../events/event-kinds.ts';

/** Who and what takes part in events; each stands inside the bodies of several kinds of events. */
export const ONTOLOGY_THINGS = ['user', 'device', 'paymentInstrument', 'address', 'product', 'session', 'ip'] as const;
type OntologyThing = (typeof ONTOLOGY_THINGS)[number];

/** Events of the product, in the order people think of them (`docs/reference/console.md#screens`). */
export const ONTOLOGY_EVENTS = [
  'purchase',
  'accountCreation',
  'accountLogin',
  'signUp',
  'bankEvent',
  'chargeback',
  'refund',
  'label',
] as const satisfies readonly EventKind[];

/** A kind of event whose attributes the ontology lists. */
export type OntologyEvent = (typeof ONTOLOGY_EVENTS)[number] | DefinedAssessmentKind;
/** Everything the ontology knows: things that take part, events, and assessments that a customer defined. */
export type OntologyEntity = OntologyThing | OntologyEvent;

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  (names as readonly string[]).includes(text);

export const isOntologyThing = (text: string): text is OntologyThing => isOneOf(ONTOLOGY_THINGS, text);

export const isOntologyEntity = (text: string): text is OntologyEntity =>
  isOntologyThing(text) || isOneOf(ONTOLOGY_EVENTS, text) || (isDefinedKind(text) && isDefinedAssessment(text));

/** Where each generation keeps what belongs to a thing; a path may belong to several. */
const PLACES: Readonly<Record<OntologyThing, RegExp>> = {
  user: /^(?:user|recipientUser|email|phone)\./i,
  device: /^device\w*\./i,
  paymentInstrument: /^(?:paymentInstrument\w*|payment|card)\./i,
  address: /(?:^|\.)(?:\w*address|shipping|billing)\../i,
  product: /^product(?:s|List)\./i,
  session: /(?:^|\.)(?:sessionId|deviceContextId)$|^deviceFingerprinting\.id$/i,
  ip: /(?:^|\.)(?:ipAddress|trueIp|proxyIp)$/i,
};

/** Things that an attribute says something about, by its path in the body of an event. */
export const thingsOf = (path: string): readonly OntologyThing[] =>
  ONTOLOGY_THINGS.filter((thing) => PLACES[thing].test(path));

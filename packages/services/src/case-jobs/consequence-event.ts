import {
  definedPartsOf,
  isDefinedKind,
  kindFacts,
  type ConsequenceStep,
  type LabelAction,
  type LoggedRelatedKind,
} from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import type { ResolvedEnvironment } from '../decisions/tenant-plans/plan-registry.ts';

/** What a decision sends about an event that was reviewed: an event as a merchant would send it. */
export type ConsequenceEvent = { readonly kind: LoggedRelatedKind; readonly body: JsonObject };

/** An event whose case was decided. */
export type ReviewedEvent = { readonly kind: string; readonly eventId: string };

/** When it was decided, and what tells the event apart from any other. */
export type Sending = { readonly at: Date; readonly trackingId: string };

type Said = { readonly caseAction?: string; readonly labelAction?: LabelAction; readonly reason?: string };

const definedAssessment = ({ assessments }: Pick<ResolvedEnvironment, 'assessments'>, kind: string) =>
  [...assessments.values()].find((each) => each.kind === kind);

/** A label of a reviewed event; null where its assessment takes none. */
export const labelEvent = (
  environment: Pick<ResolvedEnvironment, 'assessments'>,
  { kind, eventId }: ReviewedEvent,
  { isFraud, reason }: { readonly isFraud: boolean; readonly reason: string },
  { at, trackingId }: Sending,
): ConsequenceEvent | null => {
  const time = at.toISOString();
  const said = { labelSource: 'ManualReview', isFraud, reasonText: reason, eventTimeStamp: time };
  if (kind === 'purchase') {
    const _metadata = { trackingId, merchantTimeStamp: time };
    return { kind: 'label', body: { labelObjectType: 'PURCHASE', labelObjectId: eventId, ...said, _metadata } };
  }
  const label = definedAssessment(environment, kind)?.label;
  if (!label) return null;
  return { kind: label.kind, body: { label: said, metadata: { eventId, trackingId, merchantTimeStamp: time } } };
};

/** A status of a reviewed event; null where its assessment has no observation of the template for statuses. */
const statusEvent = (
  environment: Pick<ResolvedEnvironment, 'assessments'>,
  { kind, eventId }: ReviewedEvent,
  { caseAction, labelAction }: Said,
  { at, trackingId }: Sending,
): ConsequenceEvent | null => {
  const time = at.toISOString();
  const isApproved = caseAction === 'Approve';
  const statusType = isApproved ? 'Approved' : 'Rejected';
  if (kind === 'purchase') {
    return {
      kind: 'purchaseStatus',
      body: {
        [kindFacts('purchaseStatus').id]: eventId,
        statusType,
        statusDate: time,
        reason: labelAction === 'Fraud' ? 'OfflineManualReview_Fraud' : 'OfflineManualReview_General',
        _metadata: { trackingId, merchantTimeStamp: time },
      },
    };
  }
  const observations = [...(definedAssessment(environment, kind)?.observations.values() ?? [])];
  const observation = observations.find(({ schema }) => Object.hasOwn(schema, 'statusDetails'));
  if (observation === undefined) return null;
  return {
    kind: observation.kind,
    body: {
      statusDetails: { statusType, reasonType: isApproved ? 'ReviewPassed' : 'ReviewFailed', statusDate: time },
      metadata: { eventId, observationId: trackingId, trackingId, merchantTimeStamp: time },
    },
  };
};

/**
 * The event of a step, with the time of the decision, so that sending it again says the same. Null where the assessment
 * takes none: those of the former generation have neither statuses nor labels.
 */
export const consequenceEvent = (
  environment: Pick<ResolvedEnvironment, 'assessments'>,
  step: Exclude<ConsequenceStep, 'action' | 'block'>,
  about: ReviewedEvent,
  said: Said,
  sending: Sending,
): ConsequenceEvent | null => {
  if (isDefinedKind(about.kind) && definedPartsOf(about.kind).part === 'legacy') return null;
  if (step === 'status') return statusEvent(environment, about, said, sending);
  const label = { isFraud: said.labelAction === 'Fraud', reason: said.reason ?? '' };
  return labelEvent(environment, about, label, sending);
};

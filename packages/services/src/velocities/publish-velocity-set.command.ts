import type { VelocitySetDetail } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { publishDraft, type DraftPublication } from '../resources/versioned-resource.ts';
import type { VelocitySetChoice } from './check-velocity-set.ts';
import { velocitySetResource } from './velocity-set-resource.ts';

/** What publishing chooses: words and state of the set, and where its counts begin. */
type PublishVelocitySetInput = VelocitySetChoice & DraftPublication;

/**
 * Publishes the draft, see `checkVelocitySet`. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY, VELOCITY-SET-NO-DRAFT,
 * VELOCITY-SET-NAME-INVALID, VELOCITY-SET-NAME-TAKEN, VELOCITY-SET-NOT-PUBLISHABLE, VELOCITY-IN-USE, and
 * VELOCITY-SET-STALE where the set changed meanwhile and `overwrite` is not set.
 */
export const publishVelocitySet = async (
  context: EnvironmentContext,
  setId: Id,
  { start, ...input }: PublishVelocitySetInput,
): Promise<VelocitySetDetail> => publishDraft(velocitySetResource, context, setId, input, { start });

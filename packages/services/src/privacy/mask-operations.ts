import type { Backtest, BacktestSample, DeviceSessionDetail } from '@redoubt/contracts';
import { eventMask, maskOf, maskPersonalValues } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { maskSearched } from './mask-answers.ts';
import { seesMasks } from './masked-environments.ts';

type Viewer = Pick<EnvironmentContext, 'maskedEnvironments' | 'environmentId'>;

/**
 * What callers of the public API read about their bodies, for a caller: where masks hold in the environment of the
 * call, quoted values and long numbers become shapes. Paths and codes stay, by which an integration is mended.
 *
 * @param environmentId of the call; null where none was found, as in the environment that is looked at.
 */
export const seenMessage = <Text extends string | null>(
  context: Viewer,
  environmentId: Id | null,
  message: Text,
): Text | string =>
  message !== null && seesMasks(context, environmentId ?? context.environmentId)
    ? maskPersonalValues(message)
    : message;

/** The same for calls of several environments at once: shapes where any of the tenant masks. */
export const summaryMessage = ({ maskedEnvironments }: Viewer, message: string): string =>
  maskedEnvironments !== undefined && maskedEnvironments.size > 0 ? maskPersonalValues(message) : message;

const DEVICE = 'deviceContext';

const maskAttributes = <Attributes>(attributes: Attributes): Attributes =>
  eventMask({ [DEVICE]: attributes }).computed(attributes, DEVICE);

/** Attributes of a device for a caller, in the environment that is looked at. */
export const seenAttributes = <Attributes>(context: Viewer, attributes: Attributes): Attributes =>
  seesMasks(context, context.environmentId) ? maskAttributes(attributes) : attributes;

/** What a device reported, with masks in place of addresses and ids of the person behind it. */
export const maskDeviceSession = (session: DeviceSessionDetail): DeviceSessionDetail => {
  const { deviceId, attributes } = session;
  return {
    ...session,
    deviceId: maskOf(`${DEVICE}.deviceId`, deviceId) ?? deviceId,
    attributes: maskAttributes(attributes),
  };
};

type Result = NonNullable<Backtest['result']>;

/**
 * A result for a caller: customers of masked events are masks, and reasons and messages, which rules may have made of any
 * value, are left out.
 */
export const seenBacktest = (context: Viewer, result: Result): Result => {
  const seen = (samples: readonly BacktestSample[]): BacktestSample[] =>
    samples.map((sample) => {
      if (!seesMasks(context, sample.environmentId)) return sample;
      const { customer } = sample;
      return { ...sample, reason: null, customer: customer && maskSearched('userName', customer) };
    });
  return {
    ...result,
    changes: result.changes.map((change) => ({ ...change, samples: seen(change.samples) })),
    clauses: result.clauses.map(({ samples, ...clause }) =>
      samples === undefined
        ? clause
        : {
            ...clause,
            samples: { fired: seen(samples.fired), decided: seen(samples.decided), changed: seen(samples.changed) },
          },
    ),
    errors: { ...result.errors, messages: (context.maskedEnvironments?.size ?? 0) > 0 ? [] : result.errors.messages },
  };
};

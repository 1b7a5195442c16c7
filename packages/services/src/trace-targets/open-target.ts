import {
  withTargetFallbacks,
  type TraceTargetKind,
  type TraceTargetSecrets,
  type TraceTargetSettings,
} from '@redoubt/domain';
import { openAmqp } from './amqp.target.ts';
import { openFile } from './file.target.ts';
import { openNats } from './nats.target.ts';
import { openRedis } from './redis.target.ts';
import type { TraceTarget, TraceTargetAdapter, TraceTargetContext } from './trace-target.ts';
import { openWebhook } from './webhook.target.ts';

/** The adapter of each kind; its settings are described by `TRACE_TARGETS` of the domain. */
const ADAPTERS: Readonly<Record<TraceTargetKind, TraceTargetAdapter>> = {
  webhook: openWebhook,
  file: openFile,
  redis: openRedis,
  amqp: openAmqp,
  nats: openNats,
};

/** Opens the destination of a subscription; nothing is connected to before the first `send` or `check`. */
export const openTraceTarget = ({ kind, settings, secrets }: OpenedTarget, context: TraceTargetContext): TraceTarget =>
  ADAPTERS[kind](withTargetFallbacks(kind, settings), secrets, context);

/** Settings and opened secrets of a destination. */
export type OpenedTarget = {
  readonly kind: TraceTargetKind;
  readonly settings: TraceTargetSettings;
  readonly secrets: TraceTargetSecrets;
};

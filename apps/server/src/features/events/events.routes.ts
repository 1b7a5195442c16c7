import * as contracts from '@redoubt/contracts';
import { getEvent, replayEvent } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const eventBindings: readonly Binding[] = [
  bind(contracts.getEvent, ({ context, params }) => getEvent(context, params)),
  bind(contracts.replayEvent, ({ context, params }) => replayEvent(context, params)),
];

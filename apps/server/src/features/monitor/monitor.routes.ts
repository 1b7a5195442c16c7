import * as contracts from '@redoubt/contracts';
import { getMonitor } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const monitorBindings: readonly Binding[] = [
  bind(contracts.getMonitor, ({ context, params, query }) => getMonitor(context, params.assessment, query)),
];

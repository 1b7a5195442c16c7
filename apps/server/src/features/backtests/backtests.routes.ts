import * as contracts from '@redoubt/contracts';
import { cancelBacktest, getBacktest, getBacktests, startBacktest } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const backtestBindings: readonly Binding[] = [
  bind(contracts.startBacktest, ({ context, params, body }) => startBacktest(context, params.assessment, body)),
  bind(contracts.getBacktests, ({ context, params, query }) => getBacktests(context, params.assessment, query)),
  bind(contracts.getBacktest, ({ context, params }) => getBacktest(context, params.assessment, params.backtestId)),
  bind(contracts.cancelBacktest, ({ context, params }) =>
    cancelBacktest(context, params.assessment, params.backtestId),
  ),
];

import * as contracts from '@redoubt/contracts';
import { getDashboard } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const dashboardBindings: readonly Binding[] = [
  bind(contracts.getDashboard, ({ context, query }) => getDashboard(context, query)),
];

import * as contracts from '@redoubt/contracts';
import { getJobs } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const jobBindings: readonly Binding[] = [
  bind(contracts.getJobs, ({ context, query }) => getJobs(context, query)),
];

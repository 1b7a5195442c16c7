import type { ControlShareDetail } from '@redoubt/contracts';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { readControlShareDetail } from './read-control-share.ts';

/** Which part of stopped purchases passes in the environment. */
export const getControlShare = (context: EnvironmentContext): Promise<ControlShareDetail> =>
  reading(context, (trx) => readControlShareDetail(trx, context));

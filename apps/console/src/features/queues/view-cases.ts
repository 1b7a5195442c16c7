import type { Queue } from '@redoubt/contracts';
import { ENVIRONMENT_PARAMETER, hrefOf } from '../../routes/address.ts';

/** Address of the cases of a queue, in its own environment. */
export const viewCasesHref = ({ id: queueId, environment }: Queue): string =>
  hrefOf('/casemanagement/queues/:queueId', { queueId }, { [ENVIRONMENT_PARAMETER]: environment.id });

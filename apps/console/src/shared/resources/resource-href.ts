import type { InventoryResource } from '@redoubt/contracts';
import { hrefOf } from '../../routes/address.ts';
import { editorHref } from '../rules/links.ts';

/** Where a resource is changed; null for what has no page here, or belongs to another environment. */
export const resourceHref = ({
  type,
  id,
  assessment,
  environmentName,
}: Pick<InventoryResource, 'type' | 'id' | 'assessment' | 'environmentName'>): string | null => {
  if (id === null || environmentName !== null) return null;
  switch (type) {
    case 'rule':
      return assessment === null ? null : editorHref({ assessment, id });
    case 'function':
      return hrefOf('/data/functions', undefined, { function: id });
    case 'velocitySet':
      return hrefOf('/data/velocities', undefined, { set: id });
    case 'list':
      return hrefOf('/data/lists/custom', undefined, { list: id });
    case 'supportList':
      return hrefOf('/data/lists/support', undefined, { list: id });
    case 'externalCall':
      return hrefOf('/data/externalcalls', undefined, { call: id });
    case 'externalAssessment':
      return hrefOf('/data/externalassessments', undefined, { assessment: id });
    case 'assessment':
      return hrefOf('/fraud/assessments/:assessmentId', { assessmentId: id });
    default:
      return null;
  }
};

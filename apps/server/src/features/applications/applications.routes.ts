import * as contracts from '@redoubt/contracts';
import {
  assignApplicationRoles,
  changeApplication,
  createApplication,
  endCredential,
  getApplicationAccess,
  getApplications,
  revokeApplication,
  revokeApplicationRoles,
  rotateCredential,
} from '@redoubt/services';
import { bind, personOf, type Binding } from '../../http/binding.ts';

export const applicationBindings: readonly Binding[] = [
  bind(contracts.getApplications, ({ context, caller }) => getApplications(context, personOf(caller))),
  bind(contracts.createApplication, ({ context, caller, body }) => createApplication(context, personOf(caller), body)),
  bind(contracts.changeApplication, ({ context, caller, params, body }) =>
    changeApplication(context, personOf(caller), params.applicationId, body),
  ),
  bind(contracts.rotateCredential, ({ context, caller, params, body }) =>
    rotateCredential(context, personOf(caller), params.applicationId, body),
  ),
  bind(contracts.endCredential, ({ context, caller, params, body }) =>
    endCredential(context, personOf(caller), params.applicationId, { ...body, credentialId: params.credentialId }),
  ),
  bind(contracts.getApplicationAccess, ({ context, caller }) => getApplicationAccess(context, personOf(caller))),
  bind(contracts.assignApplicationRoles, ({ context, caller, params, body }) =>
    assignApplicationRoles(context, personOf(caller), params.applicationId, body),
  ),
  bind(contracts.revokeApplicationRoles, ({ context, caller, body }) =>
    revokeApplicationRoles(context, personOf(caller), body.assignments),
  ),
  bind(contracts.revokeApplication, ({ context, caller, params, body }) =>
    revokeApplication(context, personOf(caller), params.applicationId, body.version),
  ),
];

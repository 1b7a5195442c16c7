import {
  changeApplication,
  createApplication,
  endCredential,
  getApplications,
  revokeApplication,
  rotateCredential,
  type BodyIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

export const applicationsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getApplications, { params: { environmentId } });

type Of<Body> = { readonly id: string; readonly body: Body };
type Versioned = { readonly id: string; readonly version: string };

const toOne = <Body>({ id, body }: Of<Body>) => ({ params: { applicationId: id }, body });

/** The writes of these screens; a secret in an answer lives no longer than the form that asked for it. */
export const useApplicationMutations = () => ({
  create: useWrite(createApplication, (body: BodyIn<typeof createApplication>) => ({ body }), { gcTime: 0 }),
  change: useWrite(changeApplication, toOne<BodyIn<typeof changeApplication>>),
  rotate: useWrite(rotateCredential, toOne<BodyIn<typeof rotateCredential>>, { gcTime: 0 }),
  end: useWrite(endCredential, ({ id, credentialId, version }: Versioned & { readonly credentialId: string }) => ({
    params: { applicationId: id, credentialId },
    body: { version },
  })),
  revoke: useWrite(revokeApplication, ({ id, version }: Versioned) => toOne({ id, body: { version } })),
});

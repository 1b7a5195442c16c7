import { getAttestationSwitch, putAttestationSwitch, type BodyIn } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

export const attestationSwitchQuery = (call: ApiCall, environmentId: string) =>
  read(call, getAttestationSwitch, { params: { environmentId } });

/** Decides whether administrators are asked; answers the whole page. */
export const useAttestationSwitch = () =>
  useWrite(putAttestationSwitch, (body: BodyIn<typeof putAttestationSwitch>) => ({ body }), {
    answers: { read: getAttestationSwitch },
  });

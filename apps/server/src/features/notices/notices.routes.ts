import { changeNotices as changeEndpoint, getNotices as getEndpoint } from '@redoubt/contracts';
import { changeNotices, getNotices } from '@redoubt/services';
import { bind, personOf, type Binding } from '../../http/binding.ts';

export const noticeBindings: readonly Binding[] = [
  bind(getEndpoint, ({ caller, context }) => getNotices(context, personOf(caller))),
  bind(changeEndpoint, async ({ body, caller, context }) => {
    const person = personOf(caller);
    await changeNotices(context, person, body);
    return getNotices(context, person);
  }),
];

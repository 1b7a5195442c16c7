import type { Notice } from '@redoubt/contracts';
import { isOwnJob, jobOfNotice, USAGE_CAPABILITIES } from '@redoubt/domain';
import { useFormats, useText, type Formats } from '@redoubt/i18n';
import { useConfigurationName } from '../shared/resources/use-configuration-name.ts';

const plain = (params: Notice['params'], formats: Formats): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? formats.number(value) : String(value),
    ]),
  );

/** What a notice says in the reader's language. */
export const useNoticeText = (): ((notice: Pick<Notice, 'code' | 'params'>) => {
  readonly title: string;
  readonly body: string;
}) => {
  const text = useText('notices');
  const formats = useFormats();
  const nameOf = useConfigurationName();
  return ({ code, params }) => {
    const { type, ...rest } = plain(params, formats);
    const { name } = rest;
    const capability = USAGE_CAPABILITIES.find((each) => each === rest['capability']);
    // Notices that tell the kind of what they name are about requested changes.
    const shown = {
      ...rest,
      ...(type === undefined || name === undefined ? {} : { name: nameOf(type, name) }),
      ...(isOwnJob(rest) ? { job: jobOfNotice(rest, text(`job.${rest.kind}`)) } : {}),
      ...(capability === undefined ? {} : { capability: text(`capability.${capability}`) }),
    };
    return { title: text(`notice.${code}.title`, shown), body: text(`notice.${code}.body`, shown) };
  };
};

import { Input } from '@fluentui/react-components';
import { ShieldCheckmarkRegular } from '@fluentui/react-icons';
import { putFingerprintHost, type FingerprintSetUp } from '@redoubt/contracts';
import { isHostName } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section, ToneChip, type Tone } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useConsole } from '../../../app/console-context.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useSetUpMutations } from '../fingerprints.queries.ts';
import { CodeBlock } from './CodeBlock.tsx';
import styles from './fingerprints.module.css';

const TONES: Readonly<Record<FingerprintSetUp['status'], Tone>> = {
  None: 'neutral',
  Propagating: 'review',
  Valid: 'approve',
  Expiring: 'review',
  Invalid: 'reject',
};

/** Empty takes the name away. */
const body = z.object({
  hostName: putFingerprintHost.body.shape.hostName.unwrap().refine((name) => name === '' || isHostName(name)),
});

/** Reserved for examples, and the same in every language. */
const EXAMPLE = 'fpt.shop.example';

/** The sub-domain of the shop: named, pointed here, and asked whether it is this service. */
export const HostStep = ({ setUp }: { readonly setUp: FingerprintSetUp }): ReactNode => {
  const text = useText('fingerprints');
  const common = useText('common');
  const formats = useFormats();
  const { fingerprintOrigin } = useConsole();
  const { save, verify } = useSetUpMutations();
  const { host, status, canWrite } = setUp;
  const target = new URL(fingerprintOrigin ?? location.origin).hostname;
  const form = useWireForm({
    body,
    values: { hostName: host?.hostName ?? '' },
    texts: { hostName: text('setUp.hostWrong') },
    blocked: canWrite ? undefined : common('readOnly'),
    error: save.error,
    onSubmit: ({ hostName }) => {
      if (isChanged && !save.isPending) save.mutate(hostName === '' ? null : hostName);
    },
  });
  const isChanged = form.watch('hostName').trim().toLowerCase() !== (host?.hostName ?? '');
  return (
    <Section title={text('setUp.host')} meta={<ToneChip tone={TONES[status]} text={text(`status.${status}`)} />}>
      <p className={styles.prose}>{text('setUp.hostAbout')}</p>
      <form className={styles.run} {...form.formProps}>
        <WireField form={form} name="hostName" label={text('setUp.hostName')}>
          <Input
            size="small"
            className={styles.session}
            disabled={!canWrite}
            placeholder={EXAMPLE}
            {...form.register('hostName')}
          />
        </WireField>
        <CommandButton
          primary
          type="submit"
          command={{
            id: 'save',
            text: text('setUp.save'),
            disabledReason: canWrite
              ? (form.disabledReason ?? (isChanged ? undefined : text('setUp.unchanged')))
              : common('readOnly'),
          }}
        />
        {host === null ? null : (
          <CommandButton
            appearance="outline"
            command={{
              id: 'verify',
              text: text(verify.isPending ? 'setUp.checking' : 'setUp.check'),
              icon: ShieldCheckmarkRegular,
              onSelect: () => verify.mutate(),
              disabledReason: canWrite ? undefined : common('readOnly'),
            }}
          />
        )}
      </form>
      {save.error && !form.isToldAtField ? <ErrorState error={save.error} compact /> : null}
      {verify.error ? <ErrorState error={verify.error} compact /> : null}
      {host === null ? null : (
        <>
          <CodeBlock label={text('setUp.record')} code={`${host.hostName}. CNAME ${target}.`} />
          <p className={styles.soft} role="status">
            {host.checkedAt === null
              ? text('setUp.neverChecked')
              : text('setUp.checkedAt', { time: formats.dateTime(host.checkedAt) })}{' '}
            {host.problem === null ? null : text(`problem.${host.problem}`)}
            {host.problem === null && host.certificateUntil !== null
              ? text('setUp.validUntil', { date: formats.date(host.certificateUntil) })
              : null}
          </p>
        </>
      )}
    </Section>
  );
};

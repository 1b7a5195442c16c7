import { Field, Input } from '@fluentui/react-components';
import { ShieldCheckmarkRegular } from '@fluentui/react-icons';
import type { FingerprintSetUp } from '@redoubt/contracts';
import { isHostName } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section, ToneChip, type Tone } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useConsole } from '../../../app/console-context.tsx';
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
  const [typed, setTyped] = useState(host?.hostName ?? '');
  const [left, setLeft] = useState(false);
  const target = new URL(fingerprintOrigin ?? location.origin).hostname;
  const name = typed.trim().toLowerCase();
  const isWrong = name !== '' && !isHostName(name);
  const isChanged = name !== (host?.hostName ?? '');
  const store = (): void => {
    if (!isWrong && isChanged && !save.isPending) save.mutate(name === '' ? null : name);
  };
  return (
    <Section title={text('setUp.host')} meta={<ToneChip tone={TONES[status]} text={text(`status.${status}`)} />}>
      <p className={styles.prose}>{text('setUp.hostAbout')}</p>
      <form
        className={styles.run}
        onSubmit={(event) => {
          event.preventDefault();
          store();
        }}
      >
        <Field
          label={text('setUp.hostName')}
          size="small"
          {...(isWrong && left ? { validationMessage: text('setUp.hostWrong') } : {})}
        >
          <Input
            size="small"
            className={styles.session}
            value={typed}
            disabled={!canWrite}
            placeholder={EXAMPLE}
            onBlur={() => setLeft(true)}
            onChange={(_event, { value }) => setTyped(value)}
          />
        </Field>
        <CommandButton
          primary
          type="submit"
          command={{
            id: 'save',
            text: text('setUp.save'),
            disabledReason: !canWrite
              ? common('readOnly')
              : isWrong
                ? text('setUp.hostWrong')
                : isChanged
                  ? undefined
                  : text('setUp.unchanged'),
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
      {save.error ? <ErrorState error={save.error} compact /> : null}
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

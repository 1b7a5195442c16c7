import { Input } from '@fluentui/react-components';
import { ArrowRepeatAllRegular, PlayRegular } from '@fluentui/react-icons';
import { SESSION_ID } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, Empty, ErrorState, LoadingBlock } from '@redoubt/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import styles from './components/fingerprints.module.css';
import { RunResult, type RunResultProps } from './components/RunResult.tsx';
import { sessionQuery } from './fingerprints.queries.ts';
import { RunError, runScript } from './run-script.ts';

const body = z.object({ sessionId: z.string().regex(SESSION_ID) });

/** Runs the script of shops' pages in this browser and shows what it collects. */
export const DeviceTestPage = (): ReactNode => {
  const text = useText('fingerprints');
  const routes = useText('routes');
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId, deviceFingerprintingId } = useEnvironment();
  const [first] = useState<string>(() => crypto.randomUUID());
  const [last, setLast] = useState<RunResultProps | null>(null);
  const run = useMutation({
    mutationFn: async (id: string): Promise<RunResultProps> => {
      const times = await runScript(id, deviceFingerprintingId);
      // A session that is run again was collected anew.
      const { session, data } = await client.fetchQuery({ ...sessionQuery(call, environmentId, id), staleTime: 0 });
      if (session === null) throw new RunError('silence');
      return { session, data, times, previousDeviceId: last?.session.deviceId ?? null };
    },
    onSuccess: setLast,
  });
  const form = useWireForm({
    body,
    values: { sessionId: first },
    texts: { sessionId: text('try.sessionWrong') },
    blocked: run.isPending ? text('try.running') : undefined,
    onSubmit: ({ sessionId }) => run.mutate(sessionId),
  });
  const failure = run.error instanceof RunError ? run.error.reason : null;
  return (
    <ConsolePage title={routes('fingerprintTry.title')}>
      <div className="stack-4">
        <form className={styles.run} {...form.formProps}>
          <WireField form={form} name="sessionId" label={text('try.session')}>
            <Input
              size="small"
              className={styles.session}
              maxLength={200}
              {...form.register('sessionId')}
              value={form.watch('sessionId')}
            />
          </WireField>
          <CommandButton
            appearance="outline"
            command={{
              id: 'new',
              text: text('try.newSession'),
              icon: ArrowRepeatAllRegular,
              onSelect: () => form.setValue('sessionId', crypto.randomUUID(), { shouldValidate: true }),
            }}
          />
          <CommandButton
            primary
            type="submit"
            command={{
              id: 'run',
              text: text(run.isPending ? 'try.running' : 'try.run'),
              icon: PlayRegular,
              disabledReason: form.disabledReason,
            }}
          />
        </form>
        <p className={styles.soft}>{text('try.consent')}</p>
        {failure !== null ? (
          <Empty
            title={text(`failure.${failure}`)}
            body={text(`failure.${failure}Body`)}
            action={{ text: text('failure.setUp'), href: hrefOf('/integration/devicefingerprinting/setup') }}
          />
        ) : run.error ? (
          <ErrorState error={run.error} onRetry={() => void form.send()} />
        ) : null}
        {run.isPending ? (
          <LoadingBlock height={160} />
        ) : last === null || run.error ? null : (
          <div aria-live="polite">
            <RunResult {...last} />
          </div>
        )}
        {last === null && !run.isPending && !run.error ? (
          <Empty title={text('try.emptyTitle')} body={text('try.emptyBody')} />
        ) : null}
      </div>
    </ConsolePage>
  );
};

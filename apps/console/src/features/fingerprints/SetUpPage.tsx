import { PlayRegular } from '@fluentui/react-icons';
import type { FingerprintSetUp } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Loading, QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useConsole, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { BrowserAnswers } from './components/BrowserAnswers.tsx';
import { CodeBlock } from './components/CodeBlock.tsx';
import styles from './components/fingerprints.module.css';
import { HostStep } from './components/HostStep.tsx';
import { setUpQuery } from './fingerprints.queries.ts';

const scriptOf = (origin: string, instanceId: string): string =>
  [
    `<script src="${origin}/mdt.js?session_id=YOUR_SESSION_ID&instanceId=${instanceId}"></script>`,
    '<script>window.dfp.doFpt(document);</script>',
  ].join('\n');

const EVENTS = `{ "deviceContext": { "deviceContextId": "YOUR_SESSION_ID", "provider": "DFPFingerPrinting" } }
{ "device": { "deviceContextId": "YOUR_SESSION_ID" } }`;

const RULE = `RETURN Challenge("SMS")
WHEN Device.GetSpeedOfTravel(@"deviceContext.deviceContextId") > 600
  OR @"deviceAttributes.timeZoneMismatch" == "true"`;

const Steps = ({ setUp, rootId }: { readonly setUp: FingerprintSetUp; readonly rootId: string | null }): ReactNode => {
  const text = useText('fingerprints');
  const formats = useFormats();
  const { fingerprintOrigin } = useConsole();
  const { host, status, instanceId, sessions24h, lastSessionAt } = setUp;
  const isServed = host !== null && (status === 'Valid' || status === 'Expiring');
  const origin = isServed ? `https://${host.hostName}` : (fingerprintOrigin ?? location.origin);
  return (
    <div className="stack-4">
      <HostStep key={host?.hostName ?? ''} setUp={setUp} />
      <Section title={text('setUp.script')}>
        <p className={styles.prose}>{text('setUp.scriptAbout')}</p>
        <CodeBlock label={text('setUp.script')} code={scriptOf(origin, instanceId)} />
      </Section>
      <Section title={text('setUp.event')}>
        <p className={styles.prose}>{text('setUp.eventAbout')}</p>
        <CodeBlock label={text('setUp.event')} code={EVENTS} />
      </Section>
      <Section title={text('setUp.rule')}>
        <p className={styles.prose}>{text('setUp.ruleAbout')}</p>
        <CodeBlock label={text('setUp.rule')} code={RULE} />
      </Section>
      <Section
        title={text('setUp.seen')}
        meta={text('setUp.sessions', { count: sessions24h, sessions: formats.number(sessions24h) })}
      >
        <p className={styles.prose}>
          {lastSessionAt === null
            ? text('setUp.noSession')
            : text('setUp.lastSession', { time: formats.dateTime(lastSessionAt) })}{' '}
          {text('setUp.kept')}
        </p>
      </Section>
      {rootId === null ? null : <BrowserAnswers origin={origin} environmentId={rootId} />}
    </div>
  );
};

/** What to do so that shops' pages report their devices: host, script, event, rule, and whether it arrives. */
export const SetUpPage = (): ReactNode => {
  const text = useText('fingerprints');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId, parentId } = useEnvironment();
  const query = useQuery(setUpQuery(call, environmentId));
  const { data } = query;
  return (
    <ConsolePage
      title={routes('fingerprintSetup.title')}
      strongFirst={false}
      commands={[
        {
          id: 'try',
          text: text('setUp.try'),
          icon: PlayRegular,
          href: hrefOf('/integration/devicefingerprinting/try'),
        },
      ]}
      chips={data && !data.canWrite ? <ReadOnlyChip /> : null}
    >
      <QueryState query={query} loading={<Loading rows={8} rowHeight={40} />}>
        {(setUp) => <Steps setUp={setUp} rootId={parentId === null ? environmentId : null} />}
      </QueryState>
    </ConsolePage>
  );
};

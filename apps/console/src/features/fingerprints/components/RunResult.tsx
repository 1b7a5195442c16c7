import type { DeviceSessionDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { DataCredit, IdText, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { RunTimes } from '../run-script.ts';
import { AttributeGroups } from './AttributeGroups.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import styles from './fingerprints.module.css';

export type RunResultProps = {
  readonly session: DeviceSessionDetail;
  readonly times: RunTimes;
  /** Editions of the data behind places and networks. */
  readonly data: readonly string[];
  /** Device of the run before; null for the first one. */
  readonly previousDeviceId: string | null;
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What one run of the script found: the device first, then the evidence, then what a rule sees. */
export const RunResult = ({ session, times, data, previousDeviceId }: RunResultProps): ReactNode => {
  const text = useText('fingerprints');
  const formats = useFormats();
  const { attributes, deviceId, confidence, speedMph } = session;
  const place = [attributes.deviceCity, attributes.deviceState, attributes.deviceCountryCode]
    .map(asText)
    .filter(Boolean);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text('result.device'), <IdText key="id" id={deviceId} length={18} name={text('result.device')} />],
    [text('result.confidence'), formats.percent(confidence * 100, 0)],
    ...(previousDeviceId === null
      ? []
      : [
          [
            text('result.before'),
            text(previousDeviceId === deviceId ? 'result.sameDevice' : 'result.otherDevice'),
          ] as const,
        ]),
    [text('result.sessions'), asText(attributes.sessionCount)],
    [text('result.address'), asText(attributes.trueIp)],
    [text('result.place'), place.length === 0 ? text('result.noPlace') : place.join(', ')],
    [text('result.network'), asText(attributes.organization) || text('result.noPlace')],
    [text('result.speed'), text('result.milesPerHour', { speed: formats.number(speedMph, 0) })],
    [text('result.bot'), asText(attributes.botScore)],
    [
      text('result.times'),
      text('result.timesValue', {
        script: formats.milliseconds(times.scriptMs),
        collect: formats.milliseconds(times.collectMs),
      }),
    ],
  ];
  return (
    <>
      <Section title={text('result.title')} meta={formats.time(session.collectedAt)}>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.soft}>
          {text('result.noModel')} <DataCredit versions={data} />
        </p>
      </Section>
      <AttributeGroups attributes={attributes} />
      <Section title={text('result.rule')}>
        <CodeBlock
          label={text('result.rule')}
          code={JSON.stringify({ deviceAttributes: attributes, speedOfTravel: speedMph }, null, 2)}
        />
      </Section>
    </>
  );
};

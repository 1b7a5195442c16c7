import { Select } from '@fluentui/react-components';
import { isBuiltInKind, VELOCITY_SAMPLES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useId, useState } from 'react';
import { SamplePane } from '../../../shared/authoring/sample/SamplePane.tsx';
import type { PartId } from '../../../shared/authoring/text/rule-text.ts';
import { StorageSection } from '../storage/StorageSection.tsx';
import type { EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { EVENT_CHOICES, useDefinedEvents, useEventNames } from '../use-event-names.ts';
import { SampleResult } from './SampleResult.tsx';
import styles from './sample.module.css';
import type { LiveSample } from './use-sample.ts';

export type SampleSideProps = {
  readonly environmentId: string;
  readonly text: EditedVelocitySet;
  readonly original: EditedVelocitySet;
  /** Attribute paths the set reads. */
  readonly used: readonly string[];
  readonly readOnly: boolean;
  readonly evaluation: LiveSample;
  /** Why nothing can be evaluated now, in words. */
  readonly blocked: string | null;
  readonly onSample: (event: EditedVelocitySet['sampleEvent'], payload: unknown) => void;
  readonly onBroken: (broken: boolean) => void;
  readonly onGoTo: (part: PartId) => void;
};

/** Beside the code: which event the set is tried on, what that event holds, and what it adds to each velocity. */
export const SampleSide = (props: SampleSideProps) => {
  const { text: setText, original, readOnly, onSample } = props;
  const text = useText('velocities');
  const names = useEventNames();
  const defined = useDefinedEvents();
  const choices = [...EVENT_CHOICES, ...defined.map(({ kind }) => kind)];
  const sampleOf = (kind: EditedVelocitySet['sampleEvent']): unknown =>
    isBuiltInKind(kind) ? VELOCITY_SAMPLES[kind] : (defined.find((each) => each.kind === kind)?.sample ?? {});
  const id = useId();
  /** Samples of the kinds that are not on screen, so that looking at another kind loses nothing. */
  const [kept, setKept] = useState<Partial<Record<EditedVelocitySet['sampleEvent'], unknown>>>({});
  const { sampleEvent } = setText;
  const originalPayload = original.sampleEvent === sampleEvent ? original.samplePayload : sampleOf(sampleEvent);
  const choose = (event: EditedVelocitySet['sampleEvent']) => {
    setKept({ ...kept, [sampleEvent]: setText.samplePayload });
    props.onBroken(false);
    onSample(event, kept[event] ?? sampleOf(event));
  };
  return (
    <>
      <div className={styles.event}>
        <label htmlFor={id}>{text('sample.event')}</label>
        <Select
          id={id}
          size="small"
          value={sampleEvent}
          disabled={readOnly}
          onChange={(event) => {
            const chosen = choices.find((kind) => kind === event.target.value);
            if (chosen) choose(chosen);
          }}
        >
          {choices.map((kind) => (
            <option key={kind} value={kind}>
              {names([kind])}
            </option>
          ))}
        </Select>
        <span className="soft">
          {text(sampleEvent === 'purchase' ? 'sample.purchaseNote' : 'sample.observationNote')}
        </span>
      </div>
      <SamplePane
        key={sampleEvent}
        sample={setText.samplePayload}
        original={originalPayload}
        used={props.used}
        readOnly={readOnly}
        onChange={(payload) => onSample(sampleEvent, payload)}
        onBroken={props.onBroken}
        picking={false}
        onPick={() => undefined}
      />
      <SampleResult evaluation={props.evaluation} text={setText} blocked={props.blocked} onGoTo={props.onGoTo} />
      <StorageSection environmentId={props.environmentId} text={setText} blocked={props.blocked} />
    </>
  );
};

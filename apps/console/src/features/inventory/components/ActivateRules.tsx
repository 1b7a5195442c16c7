import { Checkbox, Field, Radio, RadioGroup } from '@fluentui/react-components';
import type { InventoryRule } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState } from '@redoubt/ui';
import { useState } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useActivation } from '../../../shared/resources/inventory.queries.ts';
import { isActive } from '../rule-filters.ts';
import { useAssessmentText } from '../../../shared/resources/use-type-text.ts';
import styles from './inventory.module.css';
import { runningAfter } from './running-after.ts';
import { ActionPanel } from '../../../shared/forms/ActionPanel.tsx';

/** What runs afterwards, assessment by assessment; rules above run first. */
const Afterwards = ({ rules, chosen }: { rules: readonly InventoryRule[]; chosen: ReadonlySet<string> }) => {
  const text = useText('inventory');
  const assessmentText = useAssessmentText();
  const byAssessment = Map.groupBy(rules, ({ assessment }) => assessment);
  return (
    <section className={styles.neighbours}>
      <h3>{text('several.order')}</h3>
      {rules.length === 0 ? <p className="soft">{text('several.nothing')}</p> : null}
      {[...byAssessment].map(([assessment, running]) => (
        <div key={assessment}>
          <p className="soft">{assessmentText(assessment)}</p>
          <ol className={styles.order}>
            {running.map(({ key, name }) => (
              <li key={key}>{chosen.has(key) ? <b>{name}</b> : name}</li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
};

export type ActivateRulesProps = {
  /** Every rule of the inventory. */
  readonly rules: readonly InventoryRule[];
  /** Those on screen, to choose from. */
  readonly shown: readonly InventoryRule[];
  readonly onClose: () => void;
};

/** Activates or deactivates several rules at once, after showing what runs then. */
export const ActivateRules = ({ rules, shown, onClose }: ActivateRulesProps) => {
  const text = useText('inventory');
  const assessmentText = useAssessmentText();
  const notify = useNotify();
  const activation = useActivation();
  const [active, setActive] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const choosable = shown.filter(
    (rule) =>
      rule.environmentName === null &&
      rule.branch === null &&
      rule.publishedVersion !== null &&
      isActive(rule) !== active,
  );
  const chosen = choosable.filter(({ key }) => picked.has(key));
  const keys = new Set(chosen.map(({ key }) => key));
  const toggle = (key: string): void =>
    setPicked(picked.has(key) ? new Set([...picked].filter((each) => each !== key)) : new Set([...picked, key]));
  const touched = new Set(chosen.map(({ assessment }) => assessment));
  const change = (): void =>
    activation.mutate(
      { active, rules: chosen.map(({ assessment, id }) => ({ assessment, ruleId: id })) },
      {
        onSuccess: ({ changed }) => {
          notify({ severity: 'Success', title: text('several.done', { count: changed }) });
          onClose();
        },
      },
    );
  const isAll = choosable.length > 0 && chosen.length === choosable.length;
  return (
    <ActionPanel
      title={text('several.title')}
      onClose={onClose}
      action={{
        id: 'change',
        text: text(active ? 'several.activate' : 'several.deactivate', { count: chosen.length }),
        onSelect: activation.isPending ? undefined : change,
        disabledReason: chosen.length === 0 ? text('several.choose') : undefined,
      }}
    >
      <div className="stack-4">
        {activation.error ? <ErrorState error={activation.error} compact /> : null}
        <p className="soft">{text('several.hint')}</p>
        <Field label={text('several.to')} size="small">
          <RadioGroup
            layout="horizontal"
            value={active ? 'active' : 'inactive'}
            onChange={(_event, { value }) => setActive(value === 'active')}
          >
            <Radio value="inactive" label={text('several.inactive')} />
            <Radio value="active" label={text('several.active')} />
          </RadioGroup>
        </Field>
        <Checkbox
          label={text('several.all')}
          checked={isAll ? true : chosen.length > 0 ? 'mixed' : false}
          disabled={choosable.length === 0}
          onChange={() => setPicked(isAll ? new Set() : new Set(choosable.map(({ key }) => key)))}
        />
        <ul className={styles.choices}>
          {choosable.map(({ key, name, assessment }) => (
            <li key={key}>
              <Checkbox checked={picked.has(key)} label={name} onChange={() => toggle(key)} />
              <span className="soft">{assessmentText(assessment)}</span>
            </li>
          ))}
        </ul>
        {chosen.length === 0 ? null : (
          <Afterwards
            rules={runningAfter(rules, keys, active).filter(({ assessment }) => touched.has(assessment))}
            chosen={keys}
          />
        )}
      </div>
    </ActionPanel>
  );
};

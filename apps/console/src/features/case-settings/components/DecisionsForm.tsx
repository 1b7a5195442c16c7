import { Field, Select } from '@fluentui/react-components';
import { caseConfigurationJson, type CaseConfigurationDetail } from '@redoubt/contracts';
import { MAX_CASE_DECISIONS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, CommandButton, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useSaveGuard } from '../../../shared/authoring/editor/use-save-guard.tsx';
import { JsonEditor } from '../../../shared/authoring/sample/JsonEditor.tsx';
import { usePutCaseConfiguration } from '../case-settings.queries.ts';
import styles from '../case-settings.module.css';
import {
  draftOf,
  draftProblems,
  jsonOf,
  orphanedDecisions,
  withChange,
  withDecision,
  withMoved,
  withoutDecision,
  type ConfigurationDraft,
} from '../decision-draft.ts';
import { useCheckedCodes } from '../use-checked-codes.ts';
import { DecisionFields } from './DecisionFields.tsx';
import { DecisionPreview } from './DecisionPreview.tsx';

type Parsed = { readonly draft: ConfigurationDraft } | { readonly problem: string };

/** The JSON of an expert as a draft, or the first place in it that does not fit. */
const parsed = (json: unknown): Parsed => {
  const result = caseConfigurationJson.safeParse(json);
  if (result.success) return { draft: draftOf(result.data) };
  const [issue] = result.error.issues;
  return { problem: `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}` };
};

const written = (draft: ConfigurationDraft): string => JSON.stringify(jsonOf(draft), null, 2);

const JSON_ROWS = 40;

/** Decisions and reasons of one assessment: as a form with a preview, or as JSON. */
export const DecisionsForm = ({
  detail,
  canWrite,
}: {
  readonly detail: CaseConfigurationDetail;
  readonly canWrite: boolean;
}): ReactNode => {
  const { assessment, configuration, queues, version } = detail;
  const text = useText('caseSettings');
  const common = useText('common');
  const saved = draftOf(configuration);
  const [draft, setDraft] = useState(saved);
  /** The object that an expert typed last; null in the form. */
  const [json, setJson] = useState<unknown>(null);
  const [isBroken, setBroken] = useState(false);
  const [remap, setRemap] = useState<Readonly<Record<string, string>>>({});
  const put = usePutCaseConfiguration();

  const reading: Parsed = json === null ? { draft } : isBroken ? { problem: text('json.broken') } : parsed(json);
  const shown = 'draft' in reading ? reading.draft : draft;
  const checked = useCheckedCodes(assessment, shown);
  const problems = draftProblems(shown);
  const orphans = orphanedDecisions(shown, queues);
  const names = shown.decisions.map(({ name }) => name.trim());
  const isDirty = written(shown) !== written(saved) || 'problem' in reading;
  const guard = useSaveGuard(isDirty && !put.isSuccess);
  const unmapped = [...orphans.keys()].find((from) => !names.includes(remap[from] ?? ''));
  const [first] = problems;
  const blocked =
    'problem' in reading
      ? isBroken
        ? reading.problem
        : text('json.wrong', { problem: reading.problem })
      : first !== undefined
        ? text(`problem.${first.code}`)
        : checked.wrong !== undefined
          ? text('code.wrong', { name: checked.wrong })
          : unmapped !== undefined
            ? text('remap.needed', { name: unmapped })
            : put.isPending
              ? common('saving')
              : isDirty
                ? undefined
                : text('unchanged');

  const save = (): void =>
    put.mutate({
      assessment,
      body: {
        version,
        configuration: jsonOf(shown),
        remap: [...orphans.keys()].map((from) => ({ from, to: remap[from] ?? '' })),
      },
    });
  const overall = problems.filter(({ decision }) => decision === null);
  return (
    <div className="stack-4">
      {guard}
      {checked.check}
      <div role="group" aria-label={text('view.label')} className="row-wrap">
        <Chip
          pressed={json === null}
          onSelect={() => {
            if ('problem' in reading) return;
            setDraft(shown);
            setJson(null);
          }}
        >
          {text('view.form')}
        </Chip>
        <Chip pressed={json !== null} onSelect={() => setJson(jsonOf(draft))}>
          {text('view.json')}
        </Chip>
      </div>
      <div className={styles.columns}>
        {json === null ? (
          <div className="stack-4">
            {draft.decisions.map((decision, index) => (
              <DecisionFields
                key={decision.key}
                decision={decision}
                index={index}
                count={draft.decisions.length}
                isDefault={decision.key === draft.fallback}
                problems={problems}
                checked={checked}
                readOnly={!canWrite}
                onChange={(change) => setDraft(withChange(draft, decision.key, change))}
                onMove={(by) => setDraft(withMoved(draft, decision.key, by))}
                onDefault={() => setDraft({ ...draft, fallback: decision.key })}
                onRemove={() => setDraft(withoutDecision(draft, decision.key))}
              />
            ))}
            {canWrite && draft.decisions.length < MAX_CASE_DECISIONS ? (
              <div>
                <CommandButton
                  command={{ id: 'add', text: text('add'), onSelect: () => setDraft(withDecision(draft)) }}
                />
              </div>
            ) : null}
          </div>
        ) : (
          <div>
            <JsonEditor
              value={json}
              label={text('json.label')}
              notObject={text('json.broken')}
              mostRows={JSON_ROWS}
              readOnly={!canWrite}
              onChange={setJson}
              onBroken={setBroken}
            />
            <p className="quiet-small">{text('json.hint')}</p>
          </div>
        )}
        <div className={styles.beside}>
          <DecisionPreview draft={shown} />
        </div>
      </div>
      {[...orphans].map(([from, used]) => (
        <Field
          key={from}
          size="small"
          label={text('remap.label', { name: from, queues: used.map(({ name }) => name).join(', ') })}
        >
          <Select
            size="small"
            value={remap[from] ?? ''}
            onChange={(_event, { value }) => setRemap({ ...remap, [from]: value })}
          >
            <option value="">{text('remap.choose')}</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      ))}
      {overall.map(({ code }) => (
        <p key={code} className="problem-text" role="alert">
          {text(`problem.${code}`)}
        </p>
      ))}
      {put.error ? <ErrorState error={put.error} compact /> : null}
      {put.error instanceof ApiError && put.error.problems.length > 0 ? (
        <ul className="problem-text">
          {put.error.problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path.replace(/^body\.configuration\./, '')}</code> {message}
            </li>
          ))}
        </ul>
      ) : null}
      {canWrite ? (
        <div className="row-wrap">
          <CommandButton
            primary
            command={{ id: 'save', text: common('action.save'), onSelect: save, disabledReason: blocked }}
          />
          {isDirty ? (
            <CommandButton
              command={{
                id: 'reset',
                text: common('action.reset'),
                onSelect: () => {
                  setDraft(saved);
                  setJson(json === null ? null : jsonOf(saved));
                  setBroken(false);
                  setRemap({});
                  put.reset();
                },
              }}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
};

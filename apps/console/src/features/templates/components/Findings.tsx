import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import type { TemplateFinding } from '@redoubt/contracts';
import { type DiagnosticCode, useDiagnosticText } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import styles from '../../../shared/templates/templates.module.css';

/** What publishing a rule with this text here would refuse or warn of. */
export const Findings = ({ findings }: { readonly findings: readonly TemplateFinding[] }) => {
  const text = useText('ruleTemplates');
  const say = useDiagnosticText();
  const isRefused = findings.some(({ severity }) => severity === 'error');
  return (
    <MessageBar intent={isRefused ? 'error' : 'warning'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{text(isRefused ? 'refusedHere' : 'warnsHere', { count: findings.length })}</MessageBarTitle>
        <ul className={styles.findings}>
          {findings.map(({ clause, line, column, code, params }) => (
            <li key={`${clause} ${line}:${column} ${code}`}>
              {clause ?? text('condition')} {line}:{column} · {say({ code: code as DiagnosticCode, params })}
            </li>
          ))}
        </ul>
      </MessageBarBody>
    </MessageBar>
  );
};

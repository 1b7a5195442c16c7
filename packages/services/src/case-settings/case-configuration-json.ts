import type { CaseConfigurationJson } from '@redoubt/contracts';
import type { CaseConfiguration, CaseConfigurationProblem } from '@redoubt/domain';

/** Options in the form of Dynamics 365 Fraud Protection. */
export const asCaseConfigurationJson = ({ decisions, defaultDecision }: CaseConfiguration): CaseConfigurationJson => ({
  queueDecisions: decisions.map(({ name, caseAction, labelAction, reasons, sentiment, code }) => ({
    name,
    caseAction,
    labelAction,
    reasons: [...reasons],
    buttonSentiment: sentiment,
    fqlAction: code,
  })),
  defaultDecisionButtonName: defaultDecision,
});

/** Empty code is none. */
const codeOf = (code: string | null): string | null => (code === null || code.trim() === '' ? null : code);

export const fromCaseConfigurationJson = ({
  queueDecisions,
  defaultDecisionButtonName,
  defaultDecisionName,
}: CaseConfigurationJson): CaseConfiguration => ({
  decisions: queueDecisions.map(({ name, caseAction, labelAction, reasons, buttonSentiment, fqlAction }) => ({
    name,
    caseAction,
    labelAction,
    reasons,
    sentiment: buttonSentiment,
    code: codeOf(fqlAction),
  })),
  defaultDecision: defaultDecisionButtonName ?? defaultDecisionName ?? '',
});

/** Sentences for those who read the answer of a call; the console translates the codes. */
const SENTENCES: Readonly<Record<CaseConfigurationProblem['code'], string>> = {
  tooFewNames: 'needs at least two decisions of different names',
  nameTwice: 'is the name of a decision before it',
  tooFewActions: 'needs decisions of at least two case actions',
  noReason: 'needs at least one reason',
  reasonTwice: 'holds a reason twice',
  unknownDefault: 'is no name of a decision',
};

const memberOf: Readonly<Record<CaseConfigurationProblem['code'], string>> = {
  tooFewNames: '',
  nameTwice: '.name',
  tooFewActions: '',
  noReason: '.reasons',
  reasonTwice: '.reasons',
  unknownDefault: '',
};

/** Where in the JSON a rule of the configuration is broken, with its code and a sentence. */
export const placedProblem = ({
  code,
  decision,
}: CaseConfigurationProblem): { readonly path: string; readonly message: string } => ({
  path:
    code === 'unknownDefault'
      ? 'body.configuration.defaultDecisionButtonName'
      : `body.configuration.queueDecisions${decision === null ? '' : `[${decision}]`}${memberOf[code]}`,
  message: `${code} ${SENTENCES[code]}`,
});

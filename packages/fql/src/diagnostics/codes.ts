export type Severity = 'error' | 'warning' | 'hint';

type Entry = { readonly severity: Severity; readonly message: string };
const error = (message: string): Entry => ({ severity: 'error', message });
const warning = (message: string): Entry => ({ severity: 'warning', message });
const hint = (message: string): Entry => ({ severity: 'hint', message });

/**
 * Every problem a text can have: stable code, severity and English message. `{name}` is filled from the parameters of
 * the diagnostic; screens translate the code with the same parameters.
 */
export const DIAGNOSTICS = {
  // Reading
  'FQL-SYNTAX-EXPECTED': error('Expected {expected} before {found}.'),
  'FQL-SYNTAX-UNEXPECTED': error('Did not expect "{found}" here; expected {expected}.'),
  'FQL-FOREIGN-WORD': error('"{found}" is not part of this language. {expected}'),
  'FQL-MISSPELT-KEYWORD': error('"{found}" is not known here; did you mean {suggestion}?'),
  'FQL-FOREIGN-OPERATOR': error('"{found}" is not an operator here; write "{expected}".'),
  'FQL-SEPARATOR': error('Statements are not separated by ";".'),
  'FQL-UNTERMINATED-STRING': error('The text has no closing quote on this line.'),
  'FQL-UNTERMINATED-COMMENT': error('The comment is not closed with "*/".'),
  'FQL-TYPOGRAPHIC-QUOTE': error('{found} is a typographic quote; write {quote}.'),
  'FQL-INVISIBLE-CHARACTER': warning('There is an invisible character here ({found}), as pasting leaves them.'),
  'FQL-NUMBER-RANGE': error('The number {found} is too large.'),
  'FQL-NUMBER-INEXACT': warning(
    'A number does not keep all digits of {found}; to compare digit by digit, write "{found}" beside a text.',
  ),
  'FQL-BAD-PATH': error('"{path}" is not a path of an attribute; write names joined by dots, such as "user.email".'),
  'FQL-TOO-LONG': error('The text has {length} characters; {limit} are allowed.'),
  'FQL-TOO-DEEP': error('The text is nested more than {limit} levels deep.'),
  'FQL-PATH-TOO-LONG': error('The path has {found} members; {limit} are allowed.'),
  'FQL-TEXT-TOO-LARGE': error(
    'The text has more than {limit} values, operators and calls; divide it into several clauses.',
  ),
  'FQL-RULE-TOO-LARGE': error(
    'The texts together have more than {limit} values, operators and calls; divide the rule into several.',
  ),
  'FQL-NOT-COMPILABLE': error('The text cannot be made into code ({reason}); divide it into several clauses.'),
  'FQL-RULE-TOO-LONG': error('The texts together have {found} characters; {limit} are allowed.'),

  // Statements
  'FQL-NO-CONDITION': error('A {kind} has no condition.'),
  'FQL-EMPTY-CLAUSE': error('The clause is empty.'),
  'FQL-STATEMENT-NOT-HERE': error('{statement} is not allowed in this text.'),
  'FQL-STATEMENT-REPEATED': error('Only one {statement} is allowed in this text.'),
  'FQL-STATEMENT-MISSING': error('The text needs {statement}.'),
  'FQL-ONE-VALUE': error('A property returns one value.'),
  'FQL-NOT-AN-AGGREGATE': error('SELECT needs an aggregate such as Count(), DistinctCount(…) or Sum(…).'),
  'FQL-GROUPBY-ARRAY': error('Events cannot be grouped by a list of values; pick one with an index.'),
  'FQL-UNKNOWN-EVENT': error('There is no event "{name}" to count.'),
  'FQL-VELOCITY-NAME-TAKEN': error('Another velocity is called {name} already.'),
  'FQL-UNKNOWN-ACTION': error('This action does not exist or is not available yet.'),
  'FQL-WHEN-ALONE': error('WHEN needs a statement before it, such as RETURN or OBSERVE.'),
  'FQL-CLAUSE-WITHOUT-EFFECT': warning('The clause neither returns nor observes, so it does nothing.'),
  'FQL-NOT-A-DECISION': error('RETURN needs a decision: {expected}.'),
  'FQL-NOT-AN-OBSERVATION': error('Expected an observation: {expected}.'),
  'FQL-ACTION-NOT-HERE': error('Only SetVariables(…) may follow DO in this text.'),
  'FQL-PAIR-NEEDS-NAME': error('Values are given by name here: name = value.'),
  'FQL-DUPLICATE-KEY': warning('"{name}" is given more than once; the last value counts.'),

  // Names
  'FQL-UNBOUND-VARIABLE': error('The variable ${name} is not defined before it is used.'),
  'FQL-MISSPELT-VARIABLE': error('The variable ${name} is not defined before it is used; did you mean {suggestion}?'),
  'FQL-REDEFINED-VARIABLE': error('{name} is already defined in this text; variables cannot be changed.'),
  'FQL-SHADOWED-VARIABLE': warning('{name} is defined earlier in this rule; this clause now uses its own.'),
  'FQL-UNKNOWN-NAME': error(
    '"{name}" is not known. Attributes are written @"{name}", variables ${name}, text "{name}".',
  ),
  'FQL-MISSPELT-NAME': error('"{name}" is not known; did you mean {suggestion}?'),
  'FQL-NAME-NEEDS-SIGN': error('"{name}" needs its sign; write {suggestion}.'),
  'FQL-TEXT-NEEDS-QUOTES': error('{name} is a value of {path}; write it as text: {suggestion}.'),
  'FQL-PATH-NEEDS-QUOTES': error('"{name}" is no function. A path with dots is quoted: {suggestion}.'),
  'FQL-UNKNOWN-ATTRIBUTE': warning('No attribute "{name}" is known here.'),
  'FQL-MISSPELT-ATTRIBUTE': warning('No attribute "{name}" is known here; did you mean "{suggestion}"?'),
  'FQL-BOT-SCORE-EARLY': error(
    '"{name}" is not known before bot scoring; move the clause to the section "After bot scoring" or "After risk scoring".',
  ),
  'FQL-RISK-SCORE-EARLY': error(
    '"{name}" is not known before risk scoring; move the clause to the section "After risk scoring".',
  ),
  'FQL-SCORE-IN-CONDITION': error(
    '"{name}" is not known yet when the condition is checked; read it in a clause of a later section.',
  ),
  'FQL-SCORE-NOT-CARRIED': hint(
    'Nothing scores events here: "{name}" is what the event itself carries under this name, and counts as 0 where it carries none.',
  ),
  'FQL-NO-MODEL': warning(
    'No model scores events here: {name} answers a score of 0 and no reason. The record of each event that asks says so.',
  ),
  'FQL-CROSSES-ARRAY': hint('"{array}" is a list; "{path}" is read from its first element that has it.'),
  'FQL-UNKNOWN-FUNCTION': error('There is no function "{name}".'),
  'FQL-MISSPELT-FUNCTION': error('There is no function "{name}"; did you mean {suggestion}?'),
  'FQL-UNKNOWN-MEMBER': error('{owner} has no member "{name}".'),
  'FQL-MISSPELT-MEMBER': error('{owner} has no member "{name}"; did you mean {suggestion}?'),
  'FQL-UNKNOWN-LIST': error('There is no list "{name}".'),
  'FQL-MISSPELT-LIST': error('There is no list "{name}"; did you mean "{suggestion}"?'),
  'FQL-UNKNOWN-QUEUE': error('There is no queue "{name}" for cases of this assessment.'),
  'FQL-MISSPELT-QUEUE': error('There is no queue "{name}" for cases of this assessment; did you mean "{suggestion}"?'),
  'FQL-UNKNOWN-COLUMN': error('The list "{list}" has no column "{name}"; it has {columns}.'),
  'FQL-UNKNOWN-VELOCITY': error('There is no velocity "{name}".'),
  'FQL-UNKNOWN-CALL': error('There is no external call "{name}".'),
  'FQL-UNKNOWN-ASSESSMENT': error('There is no external assessment "{name}".'),
  'FQL-UNKNOWN-OWN-FUNCTION': error('There is no published function "{name}".'),
  'FQL-CALLS-ITSELF': error('{name} would call itself without end.'),
  'FQL-TOO-MANY': error('{what}: {found} are used; {limit} are allowed.'),
  'FQL-UNKNOWN-VALUE': warning('"{name}" is no value of {path}; it has {values}.'),
  'FQL-BAD-LABEL': error('"{name}" is no label; write {expected}.'),
  'FQL-NOT-AN-ANSWER': error('GetDiagnostics belongs to the result of an external call or assessment.'),
  'FQL-BAD-WINDOW': error('A time window is 1–59s, 1–59m, 1–23h or 1–90d.'),
  'FQL-VELOCITY-ORDER': error('The key of a velocity comes first and its window second: {suggestion}.'),
  'FQL-VELOCITY-OPTION': error('After the window, a velocity takes includeCurrent = true or nothing.'),
  'FQL-NOT-BUILT': error('{name} is not available yet.'),

  // Calls
  'FQL-ARGUMENT-COUNT': error('Number of arguments of {name}: {expected}, not {found}: {signature}'),
  'FQL-NAMED-ARGUMENT': error('Arguments are not given by name here ("{name}"); to compare, write "==".'),
  'FQL-NOT-CONSTANT': error('The {what} must be written out as text.'),
  'FQL-BAD-PATTERN': error('The regular expression cannot be used: {reason}.'),
  'FQL-UNKNOWN-SUPPORT-LIST': error('There is no support list "{name}".'),
  'FQL-NOT-LINKABLE': error(
    '"{name}" is no linkable attribute: mark it linkable in the schema of its assessment, and write attribute:, the API name of the assessment, a dot and the path.',
  ),
  'FQL-UNKNOWN-GRAPH-KIND': error('The graph has no values of the kind "{name}"; kinds are {expected}.'),
  'FQL-NOT-AN-ATTRIBUTE': error('Exists takes an attribute such as @"user.email".'),
  'FQL-NOT-HERE': error('{name} cannot be used in this text.'),
  'FQL-NOT-COUNTABLE': error(
    '{name} cannot be used in a velocity: its answer is not kept with the event, so history could not be counted. Read it in a rule, keep it with DO SetVariables(…), and take GetVariable("…") here.',
  ),
  'FQL-VELOCITY-IN-VELOCITY': error(
    '{name} cannot be used in a velocity: a count of counts would depend on the order in which one event is counted.',
  ),
  'FQL-MISPLACED-CALL': error('{name} is not a value; it belongs after RETURN, OBSERVE or DO.'),
  'FQL-MISSING-CALL': error('{name} is a function; write {name}(…).'),
  'FQL-NOT-CALLABLE': error('{name} is not a function; write it without brackets.'),
  'FQL-NOT-A-FUNCTION': error('This is not a function and cannot be called.'),

  // Types
  'FQL-TYPE': error('Expected {expected} but this is {found}.'),
  'FQL-IMPLICIT-CONVERSION': warning('{found} is read as {expected} here; write the conversion if it is meant.'),
  'FQL-OPERANDS': error('"{operator}" cannot be used between {left} and {right}.'),
  'FQL-UNTYPED-COMPARE': warning('Two attributes are compared as text; write .ToDouble() to compare numbers.'),
  'FQL-NUMBER-AS-TEXT': warning(
    '{path} is a number, but beside text it is compared as text, letter by letter: "9" is greater than "10".',
  ),
  'FQL-NOT-BEFORE-COMPARISON': warning(
    '"!" belongs to {operand} alone, so "True" or "False" is compared; write {suggestion}.',
  ),
  'FQL-LENGTH-OF-LIST': warning('{path} is a list; .Length counts the characters of its JSON text, not its elements.'),
  'FQL-CHOICES-NOT-TEXT': warning(
    'In takes its choices as one text, such as {suggestion}; a list is never equal to a value.',
  ),
  'FQL-LOOKS-LIKE-ATTRIBUTE': warning('{name} is text here; the attribute is written {suggestion}.'),
  'FQL-DIVISION-BY-ZERO': warning('This divides by zero; the statement never fires.'),
  'FQL-NOT-INDEXABLE': error('{found} has no elements; only JSON can be indexed.'),
  'FQL-WINDOW-MISPLACED': error('A time window such as 2h is only allowed as the second argument of a velocity.'),
} as const satisfies Record<string, Entry>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
export const DIAGNOSTIC_CODES = Object.keys(DIAGNOSTICS) as readonly DiagnosticCode[];

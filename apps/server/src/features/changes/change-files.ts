/** A rule of purchases with one clause. */
const ruleFile = (name: string, code: string): string =>
  `rule: ${name}\nassessment: purchase\nclauses:\n  - name: A\n    code: ${code}\n`;

/** What an environment decides with. */
export const FILES = {
  'lists/Old.yaml': 'list: Old\nrows: { file: Old.csv }\n',
  'lists/Old.csv': 'Key,Until\na,2030-01-01\n',
  'lists/New.yaml': 'list: New\nrows: { file: New.csv }\n',
  'lists/New.csv': 'Key,Until\nb,2030-01-01\n',
  'velocities/Mail.yaml':
    'velocitySet: Mail\nvelocities:\n  - |-\n    SELECT Count() AS byMail\n    FROM Purchase\n    GROUPBY @"user.email"\n',
  'functions/zone.yaml':
    'function: zone\noutputs:\n  - name: name\n    type: String\n    default: ""\n    code: RETURN "x"\n',
  'rules/purchase/First.yaml': ruleFile('First', 'RETURN Reject() WHEN ContainsKey("Old", "Key", @"user.email")'),
  'rules/purchase/Second.yaml': ruleFile('Second', 'RETURN Reject() WHEN IsBlock("Email Support List", @"user.email")'),
};

/** The call of `callOf` at another address, its secret taken from a variable. */
const CALL_FILE = `externalCall: score
method: POST
url: http://127.0.0.1:9/other
contentType: json
parameters:
  - name: user
    sample: nora
authentication:
  kind: basic
  userName: shop
timeoutMs: 500
defaultResponse:
  score: 1
sampleResponse:
  score: 650
secrets:
  auth:
    variable: SCORE
`;

/** Files that change a rule and a call. */
export const CHANGED_FILES = [
  { path: 'rules/purchase/First.yaml', text: ruleFile('First', 'RETURN Approve()') },
  { path: 'external-calls/score.yaml', text: CALL_FILE },
];

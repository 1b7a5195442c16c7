/** Everything a configuration can hold, in the layout that an export writes. */
export const WHOLE_CONFIGURATION: Readonly<Record<string, string>> = {
  'acceptance-booster.yaml':
    'optedIn: true\nconsentVersion: 1\nattributes:\n  - bin\nholdoutPercent: 5\nconnectors:\n  - name: First Bank\n    call: score\n    bins:\n      - 510000-510099\n    networks:\n      - Amex\n',
  'alerts/Many rejections.yaml':
    'alert: Many rejections\nfigure: decisionPercent\nof: Points\ndecision: Reject\nincludeChildren: true\nwindowMinutes: 15\ncondition: above\nthreshold: 20\nwindowsInARow: 2\nseverity: Error\nnotified: roles\nwebhook: https://desk.example/alerts\nsilenceHours: 8\n',
  'assessments/Points.yaml':
    'assessment: Points\nname: Points redemption\ntemplate: LoyaltyProgram\nsections:\n  - user\n  - loyalty\nfields:\n  - path: agent.shift\n    name: Shift\n    type: integer\n    sample: 2\n    searchable: true\n  - path: agent.card\n    type: string\n    searchable: true\n    linkable: true\nobservations:\n  - observation: bank\n    name: Bank\n    template: Bank\n    fields:\n      - path: branch\n        type: string\n        required: true\n    reportFields:\n      - branch\n  - observation: status\n    name: Status\n    template: AssessmentStatus\nlabel:\n  name: Label\nfeatures:\n  caseManagement: true\n  search: true\n  reporting: false\ndataSubjectIds:\n  - metadata.eventId\n  - user.id\nsampleResponse:\n  ok: true\n',
  'cases/decisions/purchase.yaml':
    'defaultDecisionButtonName: Refuse\nqueueDecisions:\n  - name: Release\n    caseAction: Approve\n    labelAction: NonFraud\n    reasons:\n      - Known customer\n    buttonSentiment: Positive\n  - name: Refuse\n    caseAction: Reject\n    labelAction: Fraud\n    reasons:\n      - Stolen card\n    buttonSentiment: Negative\n',
  'cases/settings.yaml':
    'holdSeconds: 90\nsecondReview:\n  sharePercent: 5\n  limits:\n    - currency: EUR\n      amount: 2000\nhidesAgents: true\nmasksPersonal: true\n',
  'cases/thresholds.yaml': 'thresholds:\n  - measure: waitedHours\n    queue: Large losses\n    days: 7\n    most: 4\n',
  'control-share/purchase.yaml':
    'sharePercent: 0\ndecisions:\n  - Reject\n  - Review\nlimits:\n  - currency: EUR\n    amount: 100\nrules:\n  - rule: Busy e-mail\n    sharePercent: 0\n',
  'cost-model.yaml':
    'marginPercent: 22.5\nchargebackFee: 20\nreviewCost: 2.7\ninsultCost: 18\nreviewLossPercent: 8\nchallengeLossPercent: 5\n',
  'database-lists/Sanctions.yaml':
    'databaseList: Sanctions\ndescription: Kept by legal.\ncolumns:\n  - Name\n  - Since\nsource:\n  kind: http\n  url: https://lists.example/sanctions\n  timeoutMs: 300\n  cacheSeconds: 60\nsecret:\n  variable: REDOUBT_SECRET_SANCTIONS\n',
  'environment.yaml':
    'format: 1\nvelocityWindows: sliding\nbodies: strict\nsearchable:\n  - event: purchase\n    path: customData.loyaltyTier\n    type: string\n',
  'event-tracing/Warehouse.yaml':
    'traceSubscription: Warehouse\ndescription: Read by finance.\nevents:\n  - assessments\n  - labels\ndestination: redis\nsettings:\n  host: warehouse.example\n  stream: events\n  user: redoubt\nsecrets:\n  password:\n    variable: REDOUBT_SECRET_WAREHOUSE_PASSWORD\nfilter: |-\n  WHEN @"request.totalAmount" > 100\nmasked: true\n',
  'external-assessments/points.yaml':
    'externalAssessment: points\ndescription: Points of a customer.\nassessment: Points\n',
  'external-calls/score.yaml':
    'externalCall: score\ndescription: Asks the partner.\nmethod: GET\nurl: https://partner.example/score\ncontentType: json\nparameters:\n  - name: email\n    sample: a@b.example\nauthentication:\n  header: X-Key\n  kind: apiKey\ntimeoutMs: 500\ndefaultResponse:\n  a: 1\n  score: 0\nsecrets:\n  auth:\n    variable: REDOUBT_SECRET_SCORE_AUTH\n',
  'functions/basket.yaml':
    'function: basket\nparameters:\n  - name: _limit\n    type: Double\n    default: 100\noutputs:\n  - name: isLarge\n    type: Boolean\n    default: false\n    code: |-\n      RETURN @"totalAmount" > _limit\n',
  'functions/caller.yaml':
    'function: caller\ndescription: Calls what comes after it in the alphabet.\noutputs:\n  - name: word\n    type: String\n    default: none\n    code: |-\n      LET $b = Functions.zone(@"user.country")\n      RETURN $b.name\n',
  'functions/zone.yaml':
    'function: zone\nparameters:\n  - name: _country\n    type: String\n    default: DK\noutputs:\n  - name: name\n    description: Where a country lies.\n    type: String\n    default: ""\n    code: |-\n      RETURN Lookup("Zones", "Country", _country, "Zone", "far")\n',
  'lists/Zones.csv': 'Country,Zone,Note\nDK,near,\nDE,near,"two\nlines"\nTV,far,\'=1+1\n',
  'lists/Zones.yaml': 'list: Zones\ndescription: How far away countries are.\nrows:\n  file: Zones.csv\n',
  'queues/Large losses.yaml':
    'queue: Large losses\nassessment: purchase\ndescription: The highest comes first.\nsequence: Unrestricted\norderBy: expectedLoss\ndirection: desc\ntimeoutMinutes: 2880\ndefaultDecision: Refuse\n',
  'rule-templates/Starter.yaml':
    'ruleTemplate: Starter\nassessment: purchase\nsource:\n  environment: Root\n  rule: Zones\n  version: 2\nclauses:\n  - name: Far\n    code: |-\n      RETURN Reject()\n  - name: Risky\n    section: postRisk\n    code: |-\n      RETURN Reject("RISK")\npayload:\n  totalAmount: 3\n',
  'rules/Points.yaml': 'runMode: allUntilDecision\norder:\n  - Shifts\n  - Advice\n',
  'rules/Points/Advice.yaml':
    'rule: Advice\nassessment: Points\ntype: action\nactive: true\nclauses:\n  - name: Tell\n    code: |-\n      DO SetResponse("Desk", shift = @"agent.shift")\n      WHEN Response.Decision() == "Review"\n',
  'rules/Points/Shifts.yaml':
    'rule: Shifts\nassessment: Points\nactive: true\nclauses:\n  - name: Night\n    code: |-\n      RETURN Review("NIGHT", @"user.id")\n      WHEN @"agent.shift" == 3\n        && !ContainsKey("Sanctions", "Name", @"user.id")\npayload:\n  agent:\n    shift: 3\n',
  'rules/accountLogin.yaml': 'runMode: firstMatch\norder:\n  - Logins\n',
  'rules/accountLogin/Logins.yaml':
    'rule: Logins\nassessment: accountLogin\nactive: true\nclauses:\n  - name: Seen\n    code: |-\n      OBSERVE Output(country = @"user.country")\n  - name: Bots\n    section: postBot\n    code: |-\n      RETURN Reject("BOT") WHEN @"botScore" > 900\n  - name: Risky\n    section: postRisk\n    view: visual\n    code: |-\n      RETURN Reject("RISK") WHEN @"riskScore" > 900\n',
  'rules/purchase.yaml':
    'runMode: allUntilDecision\norder:\n  - Support lists\n  - Busy e-mail\n  - Zones\n  - Large sums\npayload:\n  totalAmount: 7\n',
  'rules/purchase/Busy e-mail.yaml':
    'rule: Busy e-mail\nassessment: purchase\ndescription: Many purchases with one address.\nactive: true\nclauses:\n  - name: Busy\n    code: |-\n      LET $n = Velocity.byEmail(@"user.email", 2h)\n      RETURN Review("BUSY"), Output(n = $n)\n      WHEN $n >= 3\npayload:\n  totalAmount: 12.5\n  user:\n    email: nora@mailbox.example\n',
  'rules/purchase/Large sums.yaml':
    'rule: Large sums\nassessment: purchase\ntype: routing\nactive: true\nclauses:\n  - name: Route\n    code: |-\n      ROUTETO Queue("Large losses") WHEN @"totalAmount" > 100\npayload: {}\n',
  'rules/purchase/Support lists.yaml':
    'rule: Support lists\nassessment: purchase\nactive: true\nclauses:\n  - name: Blocked\n    code: |-\n      RETURN Reject("BLOCKED") WHEN IsBlock("Email Support List", @"user.email")\n',
  'rules/purchase/Zones.yaml':
    'rule: Zones\nassessment: purchase\nactive: false\ncondition: |-\n  WHEN Functions.basket(50).isLarge\n    && Functions.caller().word == "far"\nclauses:\n  - name: Far\n    view: visual\n    code: |-\n      RETURN Challenge("SMS", "FAR")\n',
  'rules/purchase/branches/strict.yaml': 'branch: Stricter limits\nrunMode: firstMatch\norder:\n  - Night\n  - Zones\n',
  'rules/purchase/branches/strict/Night.yaml':
    'rule: Night\nassessment: purchase\nbranch: strict\nactive: true\nclauses:\n  - name: Dark\n    code: |-\n      RETURN Review("NIGHT") WHEN Velocity.byEmail(@"user.email", 1h) > 2\n  - name: Risky\n    section: postRisk\n    code: |-\n      RETURN Reject("RISK") WHEN @"riskScore" > 900\npayload:\n  totalAmount: 1\n',
  'rules/purchase/branches/strict/Zones.yaml':
    'rule: Zones\nassessment: purchase\nbranch: strict\nstandsFor: Zones\nactive: true\nclauses:\n  - name: Far\n    code: |-\n      RETURN Reject("FAR") WHEN Functions.basket(10).isLarge\npayload:\n  totalAmount: 1\n',
  'support-lists/email.csv':
    'value,status,reason,comments,expires\nblocked@mailbox.example,Block,Chargebacks,,\nsafe@mailbox.example,Safe,"Known, by phone",a note,2027-01-01T00:00:00.000Z\n',
  'velocities/Mail.yaml':
    'velocitySet: Mail\nactive: true\ncondition: |-\n  WHEN @"totalAmount" > 0\nvelocities:\n  - |-\n    SELECT Count() AS byEmail\n    FROM Purchase\n    GROUPBY @"user.email"\nsampleEvent: purchase\n',
};

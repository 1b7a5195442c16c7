/** What a snippet calls, and as whom. The secret is never in it: it comes from the environment of the program. */
export type SnippetFacts = {
  /** Scheme, host and port of the installation. */
  readonly origin: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly clientId: string;
  /** Address of the API with its ids filled in. */
  readonly path: string;
  readonly body: object;
};

export const SNIPPET_LANGUAGES = ['curl', 'node', 'python', 'csharp', 'java'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

export const SNIPPET_NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  node: 'Node',
  python: 'Python',
  csharp: 'C#',
  java: 'Java',
};

/** The variable of the environment that every snippet reads the secret from. */
export const SECRET_VARIABLE = 'CLIENT_SECRET';

const json = (body: object): string => JSON.stringify(body, null, 2);
const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
/** Characters outside ASCII as escapes, so that a text means the same in every source file. */
const ascii = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e\n]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** One quoted word of a POSIX shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curl = ({ origin, tenantId, environmentId, clientId, path, body }: SnippetFacts): string => `\
TOKEN=$(curl -sS '${origin}/${tenantId}/oauth2/token' \\
  -d grant_type=client_credentials -d client_id=${clientId} \\
  --data-urlencode "client_secret=$${SECRET_VARIABLE}" --data-urlencode 'resource=${origin}' \\
  | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')

curl -sS '${origin}${path}' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'x-ms-dfpenvid: ${environmentId}' \\
  -H 'Content-Type: application/json' \\
  -d ${shellWord(ascii(json(body)))}
`;

const node = ({ origin, tenantId, environmentId, clientId, path, body }: SnippetFacts): string => `\
// Node 20 or later; save as send.mjs
const grant = await fetch('${origin}/${tenantId}/oauth2/token', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '${clientId}',
    client_secret: process.env.${SECRET_VARIABLE},
    resource: '${origin}',
  }),
});
const { access_token: token } = await grant.json();

const response = await fetch('${origin}${path}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${token}\`,
    'x-ms-dfpenvid': '${environmentId}',
    'x-ms-correlation-id': crypto.randomUUID(),
    'content-type': 'application/json',
  },
  body: JSON.stringify(${indented(ascii(json(body)), 2)}),
});
console.log(response.status, await response.text());
`;

/** Python's literals differ from JSON in three words only, but those may stand inside texts: so JSON it stays. */
const python = ({ origin, tenantId, environmentId, clientId, path, body }: SnippetFacts): string => `\
# Python 3.8 or later, nothing to install; save as send.py
import json, os, uuid
from urllib.parse import urlencode
from urllib.request import Request, urlopen

grant = urlopen("${origin}/${tenantId}/oauth2/token", urlencode({
    "grant_type": "client_credentials",
    "client_id": "${clientId}",
    "client_secret": os.environ["${SECRET_VARIABLE}"],
    "resource": "${origin}",
}).encode())
token = json.load(grant)["access_token"]

event = json.loads(r"""
${ascii(json(body)).replaceAll('"""', String.raw`\u0022\u0022\u0022`)}
""")
response = urlopen(Request("${origin}${path}", json.dumps(event).encode(), {
    "Authorization": "Bearer " + token,
    "x-ms-dfpenvid": "${environmentId}",
    "x-ms-correlation-id": str(uuid.uuid4()),
    "Content-Type": "application/json",
}))
print(response.status, response.read().decode())
`;

/** Written for .NET Framework, Mono and .NET alike, so that a merchant of any age can run it. */
const csharp = ({ origin, tenantId, environmentId, clientId, path, body }: SnippetFacts): string => `\
// C# 6 or later. .NET: dotnet new console, then this as Program.cs. Mono: mcs -r:System.Net.Http.dll Send.cs
using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

static class Send
{
    static void Main()
    {
        SendAsync().GetAwaiter().GetResult();
    }

    static async Task SendAsync()
    {
        var http = new HttpClient();
        var grant = await http.PostAsync("${origin}/${tenantId}/oauth2/token",
            new FormUrlEncodedContent(new Dictionary<string, string>
            {
                ["grant_type"] = "client_credentials",
                ["client_id"] = "${clientId}",
                ["client_secret"] = Environment.GetEnvironmentVariable("${SECRET_VARIABLE}"),
                ["resource"] = "${origin}",
            }));
        var answer = await grant.Content.ReadAsStringAsync();
        var found = Regex.Match(answer, "\\"access_token\\":\\"([^\\"]*)\\"");
        if (!found.Success) throw new InvalidOperationException(answer);

        var request = new HttpRequestMessage(HttpMethod.Post, "${origin}${path}");
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", found.Groups[1].Value);
        request.Headers.Add("x-ms-dfpenvid", "${environmentId}");
        request.Headers.Add("x-ms-correlation-id", Guid.NewGuid().ToString());
        // In a text that begins with @, a quote is written twice.
        request.Content = new StringContent(@"
            ${indented(ascii(json(body)).replaceAll('"', '""'), 12)}
        ", Encoding.UTF8, "application/json");
        var response = await http.SendAsync(request);
        Console.WriteLine((int)response.StatusCode + " " + await response.Content.ReadAsStringAsync());
    }
}
`;

const java = ({ origin, tenantId, environmentId, clientId, path, body }: SnippetFacts): string => `\
// Java 17 or later; save as Send.java, run with: java Send.java
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.*;

public class Send {
    public static void main(String[] args) throws Exception {
        var http = HttpClient.newHttpClient();
        var form = "grant_type=client_credentials&client_id=${clientId}"
            + "&client_secret=" + URLEncoder.encode(System.getenv("${SECRET_VARIABLE}"), StandardCharsets.UTF_8)
            + "&resource=" + URLEncoder.encode("${origin}", StandardCharsets.UTF_8);
        var grant = http.send(HttpRequest.newBuilder(URI.create("${origin}/${tenantId}/oauth2/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)).build(), HttpResponse.BodyHandlers.ofString());
        var found = Pattern.compile("\\"access_token\\":\\"([^\\"]*)\\"").matcher(grant.body());
        if (!found.find()) throw new IllegalStateException(grant.body());

        var event = """
            ${indented(
              ascii(json(body))
                .replaceAll('\\', '\\\\')
                .replaceAll('"""', String.raw`\"\"\"`),
              12,
            )}
            """;
        var response = http.send(HttpRequest.newBuilder(URI.create("${origin}${path}"))
            .header("Authorization", "Bearer " + found.group(1))
            .header("x-ms-dfpenvid", "${environmentId}")
            .header("x-ms-correlation-id", UUID.randomUUID().toString())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(event)).build(), HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}
`;

const WRITERS: Readonly<Record<SnippetLanguage, (facts: SnippetFacts) => string>> = {
  curl,
  node,
  python,
  csharp,
  java,
};

/** A whole program that gets a token and sends one event, to be pasted and run with the secret in `CLIENT_SECRET`. */
export const snippet = (language: SnippetLanguage, facts: SnippetFacts): string => WRITERS[language](facts);

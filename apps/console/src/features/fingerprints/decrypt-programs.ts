/** The variable of the environment that every program reads the key from: the `k` of the key set. */
export const KEY_VARIABLE = 'ANSWER_KEY';

export const DECRYPT_LANGUAGES = ['node', 'python', 'csharp', 'java'] as const;
export type DecryptLanguage = (typeof DECRYPT_LANGUAGES)[number];

export const DECRYPT_NAMES: Readonly<Record<DecryptLanguage, string>> = {
  node: 'Node',
  python: 'Python',
  csharp: 'C#',
  java: 'Java',
};

/**
 * Whole programs that decrypt what a browser was answered: a compact JWE with `dir` and `A256GCM`, given as the first
 * argument. They print the answer of the assessment.
 */
export const DECRYPT_PROGRAMS: Readonly<Record<DecryptLanguage, string>> = {
  node: `\
// Node 20 or later; save as decrypt.mjs, run with: node decrypt.mjs <answer>
import { createDecipheriv } from 'node:crypto';

const [header, , nonce, sealed, tag] = process.argv[2].split('.');
const { alg, enc } = JSON.parse(Buffer.from(header, 'base64url'));
if (alg !== 'dir' || enc !== 'A256GCM') throw new Error('not an answer');
const key = Buffer.from(process.env.${KEY_VARIABLE}, 'base64url');
const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
decipher.setAAD(Buffer.from(header));
decipher.setAuthTag(Buffer.from(tag, 'base64url'));
console.log(decipher.update(sealed, 'base64url', 'utf8') + decipher.final('utf8'));
`,
  python: `\
# Python 3.8 or later with: pip install cryptography; save as decrypt.py, run with: python3 decrypt.py <answer>
import base64, json, os, sys
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

header, _, nonce, sealed, tag = sys.argv[1].split(".")
facts = json.loads(decode(header))
if facts["alg"] != "dir" or facts["enc"] != "A256GCM":
    raise ValueError("not an answer")
key = decode(os.environ["${KEY_VARIABLE}"])
print(AESGCM(key).decrypt(decode(nonce), decode(sealed) + decode(tag), header.encode()).decode())
`,
  csharp: `\
// .NET 8 or later: dotnet new console, then this as Program.cs, run with: dotnet run <answer>
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

static byte[] Decode(string text) =>
    Convert.FromBase64String(text.Replace('-', '+').Replace('_', '/') + new string('=', (4 - text.Length % 4) % 4));

var parts = args[0].Split('.');
var facts = JsonDocument.Parse(Decode(parts[0])).RootElement;
if (facts.GetProperty("alg").GetString() != "dir" || facts.GetProperty("enc").GetString() != "A256GCM")
    throw new InvalidOperationException("not an answer");
var key = Decode(Environment.GetEnvironmentVariable("${KEY_VARIABLE}")!);
var cipher = Decode(parts[3]);
var text = new byte[cipher.Length];
using var aes = new AesGcm(key, 16);
aes.Decrypt(Decode(parts[2]), cipher, Decode(parts[4]), text, Encoding.ASCII.GetBytes(parts[0]));
Console.WriteLine(Encoding.UTF8.GetString(text));
`,
  java: `\
// Java 17 or later; save as Decrypt.java, run with: java Decrypt.java <answer>
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

public class Decrypt {
    public static void main(String[] args) throws Exception {
        var parts = args[0].split("\\\\.", -1);
        var decoder = Base64.getUrlDecoder();
        var facts = new String(decoder.decode(parts[0]), StandardCharsets.UTF_8);
        if (!facts.contains("\\"dir\\"") || !facts.contains("\\"A256GCM\\"")) throw new IllegalArgumentException("not an answer");
        var key = new SecretKeySpec(decoder.decode(System.getenv("${KEY_VARIABLE}")), "AES");
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, decoder.decode(parts[2])));
        cipher.updateAAD(parts[0].getBytes(StandardCharsets.US_ASCII));
        cipher.update(decoder.decode(parts[3]));
        var text = cipher.doFinal(decoder.decode(parts[4]));
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(new String(text, StandardCharsets.UTF_8));
    }
}
`,
};

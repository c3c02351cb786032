import type { Guide } from './guide.ts'
import { html, codeBlock } from './html.ts'

const HEADERS = [
  'x-ratelimit-limit-requests: 60',
  'x-ratelimit-remaining-requests: 59',
  'x-ratelimit-reset-requests: 1s',
].join('\n')

export const limits: Guide = {
  id: 'limits',
  title: 'Limits',
  body: html`<div class="text">
      <p>
        An account has one bucket for all gateway endpoints: 60 requests in any 60 seconds, whatever the number of keys,
        unless the operator set another number. Requests that are refused for another reason count too. Every answer
        tells what is left.
      </p>
      <table>
        <tbody>
          <tr>
            <td>Prompt of an image</td>
            <td>32,000 characters</td>
          </tr>
          <tr>
            <td>Images in one request</td>
            <td>16, and 20 MB of files in all</td>
          </tr>
          <tr>
            <td>Text to speak</td>
            <td>4,096 characters; instructions 4,096</td>
          </tr>
          <tr>
            <td>Prompt of a video</td>
            <td>5,000 characters; first frame 20 MB</td>
          </tr>
          <tr>
            <td>Length of a video</td>
            <td>1 to 60 seconds; each model has its own</td>
          </tr>
          <tr>
            <td>JSON body that may hold files</td>
            <td>29 MB</td>
          </tr>
          <tr>
            <td>Values in a JSON body</td>
            <td>200,000, nested at most 64 deep, 10,000 fields in one object; embedded files are one value each</td>
          </tr>
          <tr>
            <td><code>Idempotency-Key</code></td>
            <td>1 to 255 characters</td>
          </tr>
          <tr>
            <td>A name or a title</td>
            <td>as its field says below</td>
          </tr>
        </tbody>
      </table>
      <p>
        MB are millions of bytes, characters are Unicode code points. Limits of single fields stand beside the fields.
        What a model can take (output tokens, sizes, seconds) stands in <a href="#readCatalog">the catalogue</a>.
      </p>
    </div>
    <div class="samples">
      <p class="caption">On every answer to an API key</p>
      ${codeBlock(HEADERS)}
    </div>`,
}

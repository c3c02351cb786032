import { expect } from 'chai'
import { renderMarkdown } from '../../../../../src/adapters/http/documentation/markdown/render.ts'

const rendered = (...lines: readonly string[]): string => renderMarkdown(lines.join('\n')).html.replace(/\n\s*/g, '')

describe('Markdown of the documentation', () => {
  it('has headings with anchors, paragraphs over several lines, and marks inside', () => {
    expect(rendered('# A title', '', 'Some `code` and', '**bold** words.')).to.equal(
      '<h1>A title</h1><p>Some <code>code</code> and <strong>bold</strong> words.</p>',
    )
    expect(rendered('## What `to` do: now')).to.equal('<h2 id="what-to-do-now">What <code>to</code> do: now</h2>')
    expect(rendered('## Что делать')).to.include('id="что-делать"')
  })

  it('has lists inside lists, and paragraphs inside their elements', () => {
    const list = rendered('- one', '  - inside', '    - deeper', '- two', '  goes on', '', '  and ends')
    expect(list).to.equal(
      '<ul><li>one<ul><li>inside<ul><li>deeper</li></ul></li></ul></li><li>two goes on<p>and ends</p></li></ul>',
    )
    expect(rendered('1. first', '2. second')).to.equal('<ol><li>first</li><li>second</li></ol>')
  })

  it('has tables whose cells may hold bars', () => {
    const table = rendered('| a | b |', '|---|---|', '| `x` | one \\| two |')
    expect(table).to.include('<th scope="col">a</th>').and.include('<td data-head="a"><code>x</code></td>')
    expect(table).to.include('<td data-head="b">one | two</td>')
  })

  it('links to pages in place of their Markdown, and nowhere else', () => {
    expect(rendered('[Errors](/docs/guides/errors.md#what-to-do)')).to.include('href="/docs/guides/errors#what-to-do"')
    expect(rendered('[File](https://example.com/a.md)')).to.include('href="https://example.com/a.md"')
    expect(rendered('<https://example.com>')).to.include('<a href="https://example.com">https://example.com</a>')
  })

  it('lets no text become markup: neither in words, in code, in tables nor in links', () => {
    const evil = '<script>alert(1)</script>'
    const page = rendered(evil, `- ${evil}`, `| ${evil} |`, '|---|', '```sh', evil, '```', `[${evil}](/"onclick="x)`)
    expect(page).not.to.match(/<script|"onclick/)
  })

  it('makes one group of a call in three languages, and of other blocks one each', () => {
    const blocks = (...languages: readonly string[]) =>
      rendered(...languages.flatMap((language) => [`\`\`\`${language}`, 'x', '```', '']))
    expect(blocks('sh', 'python', 'ts').match(/class="samples call"/g)).to.have.length(1)
    expect(blocks('js', 'sh').match(/class="samples"/g)).to.have.length(2)
  })

  it('keeps every space and line of code', () => {
    expect(renderMarkdown('```\na\n\n    b  c\n```').html).to.include('a\n\n    b  c</code>')
  })

  it('refuses a block of code without an end', () => {
    expect(() => renderMarkdown('```sh\ncurl')).to.throw('has no end')
  })
})

" The commands of transcripts; in Neovim, also the language server, which comes with `npm install --global openchatml`.
if exists('g:loaded_ocml')
  finish
endif
let g:loaded_ocml = 1

" Shows what users see of the transcript in a browser, and follows it whenever it is saved; with !, also hidden layers. The preview ends with
" the editor. `g:ocml_browser`: the browser, if it is not the usual one; `g:ocml_preview_cmd`: the command, if `ocml` is not in the path.
command! -bang OcmlPreview call s:Preview(<bang>0)

" The running previews, by file.
let s:previews = {}

function! s:Preview(hidden) abort
  let l:file = expand('%:p')
  if !filereadable(l:file)
    return s:Complain('OcmlPreview shows what is saved: save the transcript first')
  endif
  call s:End(l:file)
  let l:command = get(g:, 'ocml_preview_cmd', ['ocml', 'preview']) + ['--open'] + (a:hidden ? ['--debug'] : []) + ['--', l:file]
  let l:environment = exists('g:ocml_browser') ? {'BROWSER': g:ocml_browser} : {}
  let l:said = []
  try
    if has('nvim')
      let s:previews[l:file] = jobstart(l:command, {'env': l:environment,
            \ 'on_stderr': {_, lines, name -> extend(l:said, lines)},
            \ 'on_exit': {_, code, name -> s:Ended(code, join(l:said))}})
    else
      let s:previews[l:file] = job_start(l:command, {'env': l:environment, 'in_io': 'null', 'stoponexit': 'term',
            \ 'err_cb': {_, line -> add(l:said, line)},
            \ 'exit_cb': {_, code -> s:Ended(code, join(l:said))}})
    endif
  catch
    call s:Complain('`ocml preview` cannot be started: ' . v:exception)
  endtry
endfunction

function! s:End(file) abort
  if !has_key(s:previews, a:file)
    return
  endif
  let l:job = remove(s:previews, a:file)
  if has('nvim')
    call jobstop(l:job)
  else
    call job_stop(l:job)
  endif
endfunction

" Wrong usage: a preview that is there ends by a signal.
function! s:Ended(code, said) abort
  if a:code == 2
    call s:Complain(a:said)
  endif
endfunction

function! s:Complain(what) abort
  echohl ErrorMsg | echomsg trim(a:what) | echohl None
endfunction

if has('nvim')
  lua require('ocml').start()
endif

" The commands for transcripts. In Neovim, this also starts the language server, which `npm install --global openchatml` installs.
if exists('g:loaded_ocml')
  finish
endif
let g:loaded_ocml = 1

" Shows, in a browser, the part of the transcript that users see, and updates it whenever the transcript is saved. With !, hidden layers are
" shown, too. The preview ends when the editor exits. `g:ocml_browser`: the command of a browser other than the default one.
" `g:ocml_preview_cmd`: the command that runs `ocml preview`, if `ocml` is not on the PATH.
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

" The exit code 2 means wrong usage. A running preview is ended by a signal, which is not an error.
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
